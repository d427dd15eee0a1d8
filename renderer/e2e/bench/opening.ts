import { writeFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright/test';
import { recordThread, takeSeen, watch, type Seen, type ThreadWork } from './page-clock.ts';

/** One full load of the page of a trace; milliseconds since the navigation began. */
export interface Opening {
  /** The first rows of the tree were painted. */
  readonly rowsMs: number;
  /** The page was free for input after that: the end of the last task of more than 50 ms before a quarter of a second without one. */
  readonly interactiveMs: number;
  /** The end of the request for the tree, from its start; and when it was started. */
  readonly treeAskedMs: number;
  readonly treeAnsweredMs: number;
  readonly thread: ThreadWork;
}

const QUIET_MS = 250;

/** Opens an address as somebody does who had nothing of it before: no cache, a page of its own. */
export async function open(browser: Browser, url: string, profile?: string): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await watch(page);
  await page.addInitScript(watchRows);
  const stop = profile === undefined ? await recordThread(session) : await recordProfile(session, profile);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => typeof Reflect.get(window, 'rowsAt') === 'number');
  const rowsMs = await page.evaluate<number>(() => Reflect.get(window, 'rowsAt'));
  const interactiveMs = await untilQuiet(page, rowsMs);
  const asked = await page.evaluate(() => {
    const entry = performance.getEntriesByType('resource').find(({ name }) => name.includes('fields=tree'));
    const { startTime = 0, responseEnd = 0 } = (entry ?? {}) as Partial<PerformanceResourceTiming>;
    return { treeAskedMs: startTime, treeAnsweredMs: responseEnd };
  });
  const thread = await stop();
  await context.close();
  return { rowsMs, interactiveMs, ...asked, thread };
}

/** Notes when the first rows have been painted: the frame after the one in which they came. */
function watchRows(): void {
  const look = (): void => {
    if (document.querySelector('[role=treegrid] [role=row][aria-rowindex="2"]') === null) {
      requestAnimationFrame(look);
      return;
    }
    requestAnimationFrame((now) => Object.assign(window, { rowsAt: now }));
  };
  requestAnimationFrame(look);
}

async function untilQuiet(page: Page, rowsMs: number): Promise<number> {
  let interactive = rowsMs;
  for (;;) {
    await page.waitForTimeout(QUIET_MS);
    const { longTasks }: Seen = await takeSeen(page);
    const late = longTasks.filter(({ start, duration }) => start + duration > interactive);
    if (late.length === 0) return interactive;
    interactive = Math.max(...late.map(({ start, duration }) => start + duration));
  }
}

/** Scrolls the tree by the wheel for some seconds; the frames of it. */
export async function scrollTree(page: Page, seconds: number): Promise<Seen> {
  const tree = page.getByRole('treegrid');
  await tree.hover();
  await takeSeen(page);
  const until = performance.now() + seconds * 1000;
  for (let down = true; performance.now() < until; down = !down) {
    for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, (down ? 1 : -0.5) * 700);
  }
  return takeSeen(page);
}

export async function recordProfile(session: CDPSession, file: string): Promise<() => Promise<ThreadWork>> {
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 200 });
  await session.send('Profiler.start');
  return async () => {
    const { profile } = await session.send('Profiler.stop');
    writeFileSync(file, JSON.stringify(profile));
    return { processorMs: 0, longestMs: 0 };
  };
}
