import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { ApiError } from '../../errors.ts';
import type { EarlyThread } from '../../runtime/early-thread.ts';
import { openForReading, openForWriting } from '../../store/file/database.ts';
import { spanIdOf, traceBytes, traceIdOf, traceRequest } from '../../testing/otlp.ts';
import { SilentThreads } from '../../testing/silent-threads.ts';
import type { ExportOutcome, ExportRequest } from './export-request.ts';
import { IngestQueue, type QueueOptions } from './queue.ts';
import { testFolder } from '../../testing/test-folder.ts';

let dataDirectory: string;
let queue: IngestQueue;
let log: string[];
let workers: Worker[];
const remember = (worker: Worker): void => void workers.push(worker);

const { pricing, otel, redaction } = defaultConfig({});
const defaultSettings = { pricing, redaction, attributes: otel.attributes };
const LIMITS = {
  max_body_bytes: 1e6,
  channel_capacity: 1000,
  buffer_max_spans: 100_000,
  buffer_max_bytes: 1e8,
};

function makeQueue(limits: Partial<QueueOptions['limits']> = {}, thread?: EarlyThread): IngestQueue {
  return new IngestQueue({
    dataDirectory,
    synchronous: 'normal',
    settings: defaultSettings,
    limits: { ...LIMITS, ...limits },
    ...(thread && { thread }),
    onCommitted: () => {},
    onStored: (runs) =>
      log.push(...runs.flatMap(({ spanIds }) => spanIds.map((id) => `stored ${Number.parseInt(id, 16)}`))),
    onDeleted: (deleted) => log.push(`deleted ${JSON.stringify(deleted)}`),
    onChanged: (projectId) => log.push(`changed ${projectId}`),
    onReindexed: () => log.push('reindexed'),
    onUnreadable: (spans, failure) => log.push(`unreadable ${spans} ${failure}`),
    onFailure: (message) => log.push(`failure ${message}`),
  });
}

beforeEach(() => {
  dataDirectory = testFolder();
  [log, workers] = [[], []];
  process.on('worker', remember);
  queue = makeQueue();
});
afterEach(async () => {
  await queue.stop();
  process.off('worker', remember);
});

const span = (n: number) => ({ traceId: traceIdOf(1), spanId: spanIdOf(n) });
const exportOf = (...numbers: number[]): ExportRequest => ({
  signal: 'traces',
  encoding: 'protobuf',
  projectId: 'default',
  body: traceBytes({ spans: numbers.map(span) }),
});
const numbersFrom = (first: number): number[] => Array.from({ length: 200 }, (_, i) => first + i + 1);
const NOTHING_REJECTED: Partial<ExportOutcome> = { rejected: 0, message: '' };

function storedSpans(): number {
  const database = openForReading(dataDirectory);
  const count = database.prepare<[], number>('SELECT COUNT(*) FROM spans').pluck().get();
  database.close();
  return count!;
}

/** The code that a request was refused with. */
const refusal = (answer: Promise<ExportOutcome>): Promise<string> =>
  answer.then(
    () => 'accepted',
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return (error as ApiError).code;
    },
  );

describe('an answer', () => {
  beforeEach(() => queue.start());

  test('comes after the commit, and after listeners were told', async () => {
    const answer = queue.consume(exportOf(1, 2)).then((outcome) => {
      log.push('answered');
      return outcome;
    });
    expect([queue.waitingItems, queue.waitingBytes > 0]).toEqual([2, true]);
    expect(await answer).toMatchObject(NOTHING_REJECTED);
    expect(storedSpans()).toBe(2);
    expect(log).toEqual(['stored 1', 'stored 2', 'answered']);
    expect([queue.waitingItems, queue.waitingBytes]).toEqual([0, 0]);
  });

  test('tells each exporter of its own request', async () => {
    const zero = { ...exportOf(1), body: traceBytes({ spans: [span(1), span(0)] }) };
    const cut = { ...exportOf(2), body: exportOf(2).body.subarray(0, -1) };
    const json = {
      ...exportOf(3),
      encoding: 'json' as const,
      body: Buffer.from(JSON.stringify(traceRequest({ spans: [span(3)] }))),
    };
    const logs = {
      ...exportOf(),
      signal: 'logs' as const,
      encoding: 'json' as const,
      body: Buffer.from('{}'),
    };
    const answers = [zero, cut, json, logs].map((request) => queue.consume(request));
    expect(await answers[0]).toMatchObject({ rejected: 1, message: 'span id is all zero' });
    expect(await refusal(answers[1]!)).toBe('INVALID_OTLP');
    expect(await answers[2]).toMatchObject(NOTHING_REJECTED);
    expect(await answers[3]).toMatchObject(NOTHING_REJECTED);
    expect(storedSpans()).toBe(2);
  });

  test('to a body in shared memory leaves that memory alone', async () => {
    const shared = Buffer.alloc(1000, 7);
    const { body } = exportOf(1);
    body.copy(shared, 100);
    await queue.consume({ ...exportOf(1), body: shared.subarray(100, 100 + body.length) });
    expect([shared.length, shared[0]]).toEqual([1000, 7]);
    expect(storedSpans()).toBe(1);
  });

  test('is counted in the rate', async () => {
    await queue.consume(exportOf(1, 2, 3, 4, 5));
    expect(queue.spansPerSecond).toBeGreaterThan(0);
  });
});

describe('what waits is bounded', () => {
  const start = async (limits: Partial<QueueOptions['limits']>): Promise<void> => {
    queue = makeQueue(limits);
    await queue.start();
  };

  test.for<[says: string, limits: Partial<QueueOptions['limits']>]>([
    ['requests', { channel_capacity: 2 }],
    ['spans', { buffer_max_spans: 5 }],
    ['bytes', { buffer_max_bytes: exportOf(1, 2).body.length * 2 + 1 }],
  ])(
    'by %s: past it a request is refused at once, and taken when there is room again',
    async ([, limits]) => {
      await start(limits);
      const accepted = [exportOf(1, 2), exportOf(3, 4)].map((request) => queue.consume(request));
      const waiting = [queue.waitingItems, queue.waitingBytes];
      expect(await refusal(queue.consume(exportOf(5, 6)))).toBe('BUFFER_FULL');
      expect(await Promise.all(accepted)).toMatchObject([NOTHING_REJECTED, NOTHING_REJECTED]);
      expect(waiting).toEqual([4, exportOf(1, 2).body.length * 2]);
      expect(await queue.consume(exportOf(5, 6))).toMatchObject(NOTHING_REJECTED);
      expect(storedSpans()).toBe(6);
    },
  );

  test('but one request is always taken, however large', async () => {
    await start({ buffer_max_bytes: 1, channel_capacity: 1 });
    expect(await queue.consume(exportOf(1, 2, 3))).toMatchObject(NOTHING_REJECTED);
  });

  test('and one of more spans than may ever wait is refused for good', async () => {
    await start({ buffer_max_spans: 2 });
    expect(await refusal(queue.consume(exportOf(1, 2, 3)))).toBe('PAYLOAD_TOO_LARGE');
    expect(await queue.consume(exportOf(1, 2))).toMatchObject(NOTHING_REJECTED);
  });
});

describe('stopping', () => {
  test('finishes what was accepted, though the thread has not been handed all of it, and refuses what comes after', async () => {
    await queue.start();
    const answers = Array.from({ length: 40 }, (_, i) => queue.consume(exportOf(...numbersFrom(200 * i))));
    const stopped = queue.stop();
    expect(await refusal(queue.consume(exportOf(10_000)))).toBe('BUFFER_FULL');
    await stopped;
    await queue.stop();
    expect(await Promise.all(answers)).toMatchObject(answers.map(() => NOTHING_REJECTED));
    expect(storedSpans()).toBe(8000);
    expect(log.filter((line) => line.startsWith('failure'))).toEqual([]);
  });

  test('lets the directory go', async () => {
    await queue.start();
    await queue.stop();
    expect(() => openForWriting(dataDirectory, 'normal').close()).not.toThrow();
  });

  test('a queue that was never started does nothing', async () => {
    expect(await refusal(queue.consume(exportOf(1)))).toBe('BUFFER_FULL');
    await queue.stop();
    expect(workers).toEqual([]);
  });
});

describe('a thread that dies', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  /** The queue, too, hears of threads that start and end. */
  const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const die = async (worker: Worker): Promise<void> => {
    await worker.terminate();
    await heard();
  };
  const rest = async (): Promise<void> => {
    vi.advanceTimersByTime(1000);
    await heard();
  };

  test('is started again; what it had not committed is refused as retryable', async () => {
    await queue.start();
    await queue.consume(exportOf(1));
    const [waiting] = [refusal(queue.consume(exportOf(2))), await die(workers[0]!)];
    expect(['accepted', 'BUFFER_FULL']).toContain(await waiting);
    expect([queue.waitingItems, queue.waitingBytes]).toEqual([0, 0]);
    await rest();
    expect(workers).toHaveLength(2);
    expect(await queue.consume(exportOf(2))).toMatchObject(NOTHING_REJECTED);
    expect(storedSpans()).toBe(2);
  });

  test('and can not be started for a while makes no request suspect that none has begun with', async () => {
    await queue.start();
    await die(workers[0]!);
    const other = openForWriting(dataDirectory, 'normal');
    // The third time would be the one that it is refused for good.
    for (let i = 0; i < 3; i++) {
      vi.advanceTimersByTime(10_000);
      const answer = refusal(queue.consume(exportOf(1)));
      expect(queue.waitingItems).toBe(1);
      expect(await answer).toBe('BUFFER_FULL');
    }
    other.close();
    vi.advanceTimersByTime(10_000);
    expect(await queue.consume(exportOf(1))).toMatchObject(NOTHING_REJECTED);
  });

  test('in the moment that it says why it can not begin is started again once', async () => {
    const threads = new SilentThreads();
    const { taken } = threads;
    queue = makeQueue({}, threads);
    const started = queue.start();
    taken[0]!.emit('message', { type: 'ready', dueSpans: 0 });
    await started;
    taken[0]!.emit('exit');
    await rest();
    const why = { message: 'the directory is taken', isInUse: true, fault: null };
    taken[1]!.emit('message', { type: 'start-failed', ...why });
    taken[1]!.emit('exit');
    await heard();
    vi.advanceTimersByTime(60_000);
    expect(taken).toHaveLength(3);
    taken[2]!.emit('exit');
  });

  test('now and then is started again as soon each time, where requests are stored in between', async () => {
    await queue.start();
    for (const nth of [1, 2, 3, 4, 5]) {
      expect(await queue.consume(exportOf(nth))).toMatchObject(NOTHING_REJECTED);
      await die(workers[nth - 1]!);
      vi.advanceTimersByTime(260);
      await heard();
      expect(workers).toHaveLength(nth + 1);
    }
    expect(storedSpans()).toBe(5);
  });

  test('is not started again once the queue was stopped', async () => {
    await queue.start();
    await die(workers[0]!);
    await queue.stop();
    await rest();
    expect(workers).toHaveLength(1);
  });

  test('at its first start because the directory is taken says so, and is not started again after the stop', async () => {
    const other = openForWriting(dataDirectory, 'normal');
    await expect(queue.start()).rejects.toThrow(/^another Tracedeck is using the data directory [^\n]+$/);
    await die(workers[0]!);
    await queue.stop();
    await rest();
    expect(workers).toHaveLength(1);
    other.close();
  });

  test('while it is being stopped does not keep the stop waiting', async () => {
    await queue.start();
    const answer = refusal(queue.consume(exportOf(1)));
    const stopped = queue.stop();
    await die(workers[0]!);
    await stopped;
    expect(['accepted', 'BUFFER_FULL']).toContain(await answer);
  });
});
