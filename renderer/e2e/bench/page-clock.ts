import type { CDPSession, Page } from 'playwright/test';

/** What the page itself saw; times in milliseconds. */
export interface Seen {
  readonly frames: readonly number[];
  /** Tasks of the page's main thread of more than 50 ms, waiting included. */
  readonly longTasks: readonly { readonly start: number; readonly duration: number }[];
}

/** Starts to watch frames and long tasks in every page that this one becomes. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { frames: [] as number[], longTasks: [] as { start: number; duration: number }[] };
    let last = performance.now();
    const onFrame = (now: number): void => {
      seen.frames.push(now - last);
      last = now;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        seen.longTasks.push({ start: startTime, duration });
    }).observe({ type: 'longtask', buffered: true });
    Object.assign(window, { seen });
  });
}

/** What was seen since the last call. */
export const takeSeen = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const seen = Reflect.get(window, 'seen') as { frames: number[]; longTasks: object[] };
    const taken = { frames: seen.frames.splice(0), longTasks: seen.longTasks.splice(0) };
    return JSON.parse(JSON.stringify(taken));
  });

/** One task of the page's main thread, in milliseconds of that thread's own processor time. */
export interface ThreadWork {
  readonly processorMs: number;
  readonly longestMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Records the tasks of the page's main thread until it is asked for them: their processor time, which other programs on
 * the machine do not lengthen.
 */
export async function recordThread(session: CDPSession): Promise<() => Promise<ThreadWork>> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'], recordMode: 'recordAsMuchAsPossible' },
  });
  return async () => {
    const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await ended;
    const threads = events.filter(
      ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
    );
    const works = threads.map(({ pid, tid }) => {
      const tasks = events.filter(
        (event) =>
          event.pid === pid &&
          event.tid === tid &&
          event.ph === 'X' &&
          event.name === 'ThreadControllerImpl::RunTask',
      );
      const times = tasks.map(({ tdur = 0 }) => tdur / 1000);
      return { processorMs: times.reduce((sum, time) => sum + time, 0), longestMs: Math.max(0, ...times) };
    });
    // A context has an empty page's process, too: the one that works is meant.
    return works.toSorted((a, b) => b.processorMs - a.processorMs)[0] ?? { processorMs: 0, longestMs: 0 };
  };
}
