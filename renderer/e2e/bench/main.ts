import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright/test';
import playwrightConfig from '../../../build/playwright.config.ts';
import { partsOf, readArguments, wholeNumber } from '../../../collector/bench/program-arguments.ts';
import { percentiles } from '../../../collector/bench/measure.ts';
import { ownCollector } from '../../../collector/bench/target.ts';
import { traceBytes, traceIdOf, type SpanSpec } from '../../../collector/testing/otlp.ts';
import { allTold, flood, send } from './flood.ts';
import { open, recordProfile, scrollTree, type Opening } from './opening.ts';
import { recordThread, takeSeen, watch, type Seen, type ThreadWork } from './page-clock.ts';
import { agentSpan, agentTrace, callOfMany } from './traces.ts';

const USAGE = `npm run bench -- window [--opens N --spans N --seconds N --only open,scroll,many,one,grow --profile FILE]
What the window does with a trace of 10,000 spans and with 1,000 spans a second, in a browser of its own beside a collector of
its own. With --profile the script of the first thing that is measured is profiled into FILE instead.`;

const PARTS = ['open', 'scroll', 'many', 'one', 'grow'] as const;
const { values, only, count, opens, seconds } = readArguments(USAGE, () => {
  const { values } = parseArgs({
    options: {
      opens: { type: 'string', default: '10' },
      spans: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '10' },
      only: { type: 'string', default: 'open,scroll,many,one,grow' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    values,
    only: partsOf(values.only.split(','), PARTS),
    count: wholeNumber('--spans', values.spans),
    opens: wholeNumber('--opens', values.opens),
    seconds: wholeNumber('--seconds', values.seconds),
  };
});
const LARGE = 900;

const say = (what: string, figures: Readonly<Record<string, number>>): void =>
  console.log(
    `${what.padEnd(44)} ${Object.entries(figures)
      .map(([name, value]) => `${name} ${value.toFixed(value < 10 ? 1 : 0)}`)
      .join(', ')}`,
  );

const spread = (openings: readonly Opening[], of: (opening: Opening) => number) => {
  const values = openings.map(of);
  return { median: percentiles(values).p50, worst: Math.max(...values) };
};

async function measureOpening(browser: Browser, url: string): Promise<void> {
  const address = `${url}/p/default/traces/${traceIdOf(LARGE)}`;
  // The collector's caches and the machine's: somebody has opened something before.
  await open(browser, address);
  if (values.profile !== undefined) {
    await open(browser, address, values.profile);
    return;
  }
  const openings: Opening[] = [];
  for (let nth = 0; nth < opens; nth += 1) openings.push(await open(browser, address));
  say(
    'open, tree asked for after ms',
    spread(openings, ({ treeAskedMs }) => treeAskedMs),
  );
  say(
    'open, tree answered after ms',
    spread(openings, ({ treeAnsweredMs }) => treeAnsweredMs),
  );
  say(
    'open, rows painted after ms',
    spread(openings, ({ rowsMs }) => rowsMs),
  );
  say(
    'open, interactive after ms',
    spread(openings, ({ interactiveMs }) => interactiveMs),
  );
  say(
    'open, main thread ms',
    spread(openings, ({ thread }) => thread.processorMs),
  );
  say(
    'open, longest task of main thread ms',
    spread(openings, ({ thread }) => thread.longestMs),
  );
}

async function measureScrolling(browser: Browser, url: string): Promise<void> {
  await withPage(browser, `${url}/p/default/traces/${traceIdOf(LARGE)}`, async (page, record) => {
    await page.getByRole('treegrid').getByRole('row').nth(5).waitFor();
    await page.waitForTimeout(2000);
    const stop = await record();
    const seen = await scrollTree(page, 5);
    sayFrames('scroll the tree', seen, await stop());
  });
}

async function measureLive(
  browser: Browser,
  url: string,
  what: string,
  spanAt: (n: number, at: number) => SpanSpec,
) {
  const spans = seconds * 1000;
  await withPage(browser, `${url}/p/default/live`, async (page, record) => {
    await page.getByTitle('Since this screen was opened').waitFor();
    await page.waitForTimeout(1000);
    await takeSeen(page);
    const stop = await record();
    const now = Date.now();
    await flood(url, spans, (n) => spanAt(n, now));
    await allTold(page, spans);
    sayFrames(what, await takeSeen(page), await stop());
  });
}

/** The page of a trace that grows by 1,000 spans a second while somebody looks at it. */
async function measureGrowing(browser: Browser, url: string): Promise<void> {
  const traceNumber = LARGE + 2;
  const spans = seconds * 1000;
  const now = Date.now() - 600_000;
  await flood(url, 50, (n) => agentSpan(traceNumber, n, now));
  await withPage(browser, `${url}/p/default/traces/${traceIdOf(traceNumber)}`, async (page, record) => {
    await page.getByRole('treegrid').getByRole('row').nth(5).waitFor();
    await page.waitForTimeout(1000);
    await takeSeen(page);
    const stop = await record();
    await flood(url, spans, (n) => agentSpan(traceNumber, n + 50, now));
    await page.locator(`[role=treegrid][aria-rowcount="${spans + 51}"]`).waitFor({ timeout: 120_000 });
    sayFrames('a trace that grows', await takeSeen(page), await stop());
  });
}

type Recording = () => Promise<() => Promise<ThreadWork>>;

async function withPage(
  browser: Browser,
  address: string,
  act: (page: Page, record: Recording) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await watch(page);
  await page.goto(address);
  const { profile } = values;
  await act(page, () => (profile === undefined ? recordThread(session) : recordProfile(session, profile)));
  await context.close();
}

function sayFrames(what: string, { frames, longTasks }: Seen, thread: ThreadWork): void {
  const { p50, p95, p99 } = percentiles(frames);
  say(`${what}, frames ms`, { p50, p95, p99, longest: Math.max(...frames) });
  say(`${what}, frames over 50 ms`, {
    of: frames.length,
    over: frames.filter((frame) => frame > 50).length,
    'long tasks': longTasks.length,
  });
  say(`${what}, main thread ms`, { in_all: thread.processorMs, longest: thread.longestMs });
}

async function measure(): Promise<void> {
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  const collector = await ownCollector();
  try {
    const { url } = collector;
    if (only.has('open') || only.has('scroll')) {
      for (const request of agentTrace(LARGE, count)) await send(url, traceBytes(request));
    }
    if (only.has('open')) await measureOpening(browser, url);
    if (only.has('scroll')) await measureScrolling(browser, url);
    if (only.has('many'))
      await measureLive(browser, url, 'live, many traces', (n, now) => callOfMany(n, now + n));
    if (only.has('one'))
      await measureLive(browser, url, 'live, one trace', (n, now) => agentSpan(LARGE + 1, n, now - 600_000));
    if (only.has('grow')) await measureGrowing(browser, url);
  } finally {
    await browser.close();
    await collector.process.stop();
  }
}

if (values.help) console.log(USAGE);
else await measure();
