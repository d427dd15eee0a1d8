import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { SearchFeed, type FeedRequest } from './search-feed.ts';

let feed: SearchFeed | undefined;
afterEach(() => feed?.stop());

const NOTHING = Buffer.from('null');
const batch = (last: number): string => `{"last":${last},"entries":[]}`;

interface Fake {
  /** What each reading answers or throws, in order; then there is nothing. */
  readonly reads: (string | Error)[];
  readonly writes?: (boolean | Error)[];
  readonly isEnabled?: () => boolean;
}

/** A feed between two fakes. `idle` resolves when it has found nothing to do. */
function start({ reads, writes = [], isEnabled = () => true }: Fake) {
  const asked: FeedRequest[] = [];
  const written: string[] = [];
  const warnings: string[] = [];
  let onIdle: () => void;
  let idle = new Promise<void>((resolve) => (onIdle = resolve));
  const made = (feed = new SearchFeed({
    isEnabled,
    read: async (request) => {
      asked.push(request);
      const next = reads.shift();
      if (next instanceof Error) throw next;
      if (next === undefined) onIdle();
      return next === undefined ? NOTHING : Buffer.from(next);
    },
    write: async (batch) => {
      written.push(batch.toString());
      const next = writes.shift() ?? true;
      if (next instanceof Error) throw next;
      return next;
    },
    warn: (message) => warnings.push(message),
    retryMs: 1,
    gatherMs: 1,
  }));
  made.start();
  const more = async (...batches: string[]): Promise<void> => {
    await idle;
    idle = new Promise<void>((resolve) => (onIdle = resolve));
    reads.push(...batches);
    made.wake();
    await idle;
  };
  return { asked, written, warnings, idle, more, feed: made };
}

test('batches go from the readers to the writer, one after the other, whenever there is something', async () => {
  const { idle, written, more } = start({ reads: ['a', 'b'] });
  await idle;
  expect(written).toEqual(['a', 'b']);
  await more('c');
  expect(written).toEqual(['a', 'b', 'c']);
});

test('a span that no reader survives is passed by its names only', async () => {
  const { idle, asked, warnings } = start({
    reads: [new Error('thread died'), new Error('thread died'), 'a', 'b'],
  });
  await idle;
  expect(asked.slice(0, 4)).toEqual([
    { after: 0, limit: 128, namesOnly: false },
    { after: 0, limit: 1, namesOnly: false },
    { after: 0, limit: 1, namesOnly: true },
    { after: 0, limit: 128, namesOnly: false },
  ]);
  expect(warnings).toEqual([expect.stringContaining('thread died')]);
});

test('a batch that can not be written is tried again, whole', async () => {
  const { idle, asked, written } = start({ reads: ['a', 'a'], writes: [new Error('disk full'), true] });
  await idle;
  expect(written).toEqual(['a', 'a']);
  expect(asked).toEqual(asked.map(() => ({ after: 0, limit: 128, namesOnly: false })));
});

test('a batch that was overtaken is read again', async () => {
  const { idle, written } = start({ reads: ['a', 'b'], writes: [false, true] });
  await idle;
  expect(written).toEqual(['a', 'b']);
});

test('a batch that failed or was overtaken is tried again after a rest, longer each time up to a bound', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const failing = Array.from({ length: 8 }, () => new Error('disk full'));
  const writes = [...failing, true, new Error('disk full'), false, true];
  const times: number[] = [];
  const warnings: string[] = [];
  feed = new SearchFeed({
    isEnabled: () => true,
    read: async () => (writes.length > 0 ? Buffer.from(batch(1)) : NOTHING),
    write: async () => {
      times.push(Date.now());
      // One more was read ahead.
      const next = writes.shift() ?? true;
      if (next instanceof Error) throw next;
      return next;
    },
    warn: (message) => warnings.push(message),
    retryMs: 100,
  });
  feed.start();
  await vi.advanceTimersByTimeAsync(60_000);
  const rests = times.slice(1).map((time, i) => time - times[i]!);
  expect(rests).toEqual([100, 200, 400, 800, 1600, 3200, 4000, 4000, 0, 100, 100, 0]);
  // Once for each time that it began to fail.
  expect(warnings).toHaveLength(2);
});

test('nothing is read while it is switched off', async () => {
  let isEnabled = false;
  const { asked, idle, written, feed: made } = start({ reads: ['a'], isEnabled: () => isEnabled });
  made.wake();
  expect(asked).toEqual([]);
  isEnabled = true;
  made.wake();
  await idle;
  expect(written).toEqual(['a']);
});

test('unreadable spans are told the first time and at each new order of magnitude', async () => {
  const { warnings, feed: made } = start({ reads: [] });
  for (let i = 0; i < 25; i++) made.countUnreadable(1, 'no such chunk');
  expect(warnings.map((warning) => Number.parseInt(warning, 10))).toEqual([1, 10]);
});

/** So many batches after one another are a backlog. */
const BEFORE = [1, 2, 3, 4].map(batch);

test('of a backlog the next batch is read while one is written, and then what is left before it', async () => {
  const asked: number[] = [];
  /** What was asked for last when a batch was written. */
  const written: [batch: string, asked: number | undefined][] = [];
  const reads = [...BEFORE, batch(50), batch(60), 'null', batch(7)];
  const idle = Promise.withResolvers<void>();
  feed = new SearchFeed({
    isEnabled: () => true,
    read: async ({ after }) => {
      asked.push(after);
      if (reads.length === 0) idle.resolve();
      return Buffer.from(reads.shift() ?? 'null');
    },
    write: async (bytes) => {
      written.push([bytes.toString(), asked.at(-1)]);
      return true;
    },
    warn: (message) => expect.unreachable(message),
    gatherMs: 1,
  });
  feed.start();
  await idle.promise;
  expect(written).toEqual([
    ...BEFORE.map((one) => [one, 0]),
    [batch(50), 50],
    [batch(60), 60],
    [batch(7), 7],
  ]);
  expect(asked.slice(4, 8)).toEqual([0, 50, 60, 0]);
});

test('a batch that was read ahead of one that could not be written is read again, after that', async () => {
  const { idle, asked, written } = start({
    reads: [...BEFORE, batch(50), batch(60), batch(50), batch(60)],
    writes: [true, true, true, true, new Error('disk full')],
  });
  await idle;
  expect(written).toEqual([...BEFORE, batch(50), batch(50), batch(60)]);
  expect(asked.slice(4, 7).map(({ after }) => after)).toEqual([0, 50, 0]);
});

test('a reading ahead that fails is told once it is waited for, and begins anew', async () => {
  const { idle, asked, written, warnings } = start({
    reads: [...BEFORE, batch(50), new Error('thread died'), batch(60)],
  });
  await idle;
  expect(written).toEqual([...BEFORE, batch(50), batch(60)]);
  expect(asked.slice(4, 7)).toEqual([
    { after: 0, limit: 128, namesOnly: false },
    { after: 50, limit: 128, namesOnly: false },
    { after: 0, limit: 1, namesOnly: false },
  ]);
  expect(warnings).toEqual([expect.stringContaining('thread died')]);
});
