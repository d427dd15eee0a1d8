import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiError } from '../errors.ts';
import type { FirstToReader, QueryAnswer, QueryWorkerData, ToReader } from './exchange.ts';
import { QueryPool } from './pool.ts';

/** A reader that does nothing: a test says what is heard of it. */
class SilentReader extends EventEmitter {
  readonly isBackground: boolean;
  readonly told: (FirstToReader | ToReader)[] = [];

  constructor({ isBackground }: QueryWorkerData) {
    super();
    this.isBackground = isBackground;
  }

  postMessage(message: FirstToReader | ToReader): void {
    this.told.push(message);
    if (message === 'stop') this.emit('exit', 0);
  }

  /** What it was asked so far. */
  get asked(): string[] {
    return this.told.flatMap((message) =>
      typeof message === 'object' && 'name' in message ? message.name : [],
    );
  }

  answer(answer: QueryAnswer = { ok: true, json: new Uint8Array(Buffer.from('{}')) }): void {
    this.emit('message', answer);
  }
}

let readers: SilentReader[];
/** The system allows none for now. */
let isRefused: (data: QueryWorkerData) => boolean;
let tries: number;
let log: string[];
let pool: QueryPool;

beforeEach(() => {
  vi.useFakeTimers();
  [readers, log, tries] = [[], [], 0];
  isRefused = () => false;
});
afterEach(() => vi.useRealTimers());

const moment = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const becomeReady = async (reader: number): Promise<void> => {
  readers[reader]!.emit('message', 'ready');
  await moment();
};
const end = async (reader: number): Promise<void> => {
  readers[reader]!.emit('exit', 1);
  await moment();
};

async function start(size: number, pricing = {}): Promise<void> {
  pool = new QueryPool(
    {
      dataDirectory: '/nowhere',
      pricing,
      startThread: (data) => {
        tries++;
        if (isRefused(data)) throw new Error('no more threads');
        const reader = new SilentReader(data);
        readers.push(reader);
        return reader as unknown as Worker;
      },
    },
    (message, fault) => log.push(`${fault}: ${message.split('\n')[0]}`),
    size,
  );
  const started = pool.start();
  // It is told where the database is.
  await moment();
  await becomeReady(0);
  await started;
}

/** `ok`, or the code that it was refused with. */
const ask = (name: 'storageTotals' | 'traceMessages' = 'storageTotals'): Promise<string> =>
  codeOf(name === 'storageTotals' ? pool.run(name) : pool.run(name, { project: 'p', traceId: 'a' }));
const askInBackground = (): Promise<string> => codeOf(pool.runInBackground('storageTotals'));
const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'ok',
    (error: ApiError) => error.code,
  );

test('a reader is asked one thing after the other', async () => {
  await start(1);
  const all = Promise.all([ask(), ask(), ask()]);
  for (const nth of [1, 2, 3]) {
    expect(readers[0]!.asked).toHaveLength(nth);
    readers[0]!.answer();
  }
  expect(await all).toEqual(['ok', 'ok', 'ok']);
});

test('a thousand wait at most, and after a stop none', async () => {
  await start(1);
  const all = Array.from({ length: 1002 }, () => ask());
  expect(await all.at(-1)).toBe('BUFFER_FULL');
  for (let nth = 0; nth < 1001; nth++) readers[0]!.answer();
  expect(new Set(await Promise.all(all.slice(0, -1)))).toEqual(new Set(['ok']));
  const stopped = pool.stop();
  expect(await ask()).toBe('BUFFER_FULL');
  await stopped;
});

test('all but one read conversations', async () => {
  await start(3);
  const all = [ask('traceMessages'), ask('traceMessages'), ask('traceMessages')];
  await becomeReady(1);
  all.push(ask('traceMessages'));
  await becomeReady(2);
  expect(readers.map(({ asked }) => asked.length)).toEqual([1, 1, 0]);
  all.push(ask());
  expect(readers[2]!.asked).toEqual(['storageTotals']);
  for (let round = 0; round < 4; round++) readers.forEach((reader) => reader.answer());
  expect(await Promise.all(all)).toEqual(all.map(() => 'ok'));
});

test('what waits alone is not kept by a conversation that is read', async () => {
  await start(2);
  const all = [ask('traceMessages'), ask(), ask()];
  await becomeReady(1);
  readers[1]!.answer();
  expect(readers.map(({ asked }) => asked.length)).toEqual([1, 2]);
  for (const reader of readers) reader.answer();
  expect(await Promise.all(all)).toEqual(['ok', 'ok', 'ok']);
});

test('each reader is told the prices when it starts, and when they change', async () => {
  const pricing = { overrides: [] };
  await start(1, pricing);
  expect(readers[0]!.told).toEqual([{ dataDirectory: '/nowhere' }, { pricing }]);
  pool.applySettings();
  expect(readers[0]!.told).toHaveLength(3);
});

test('what went wrong is told with the fault of the database', async () => {
  await start(1);
  const asked = ask();
  readers[0]!.answer({ ok: false, code: 'STORAGE_ERROR', message: 'no', cause: 'disk', fault: 'damaged' });
  expect([await asked, log]).toEqual(['STORAGE_ERROR', ['damaged: disk']]);
});

describe('a reader that dies', () => {
  test('leaves nobody waiting, and what it died of is told', async () => {
    await start(1);
    const all = Promise.all([ask(), ask()]);
    // Nobody is to ask the same again, of which the next one would die, too.
    readers[0]!.emit('error', Object.assign(new Error('full'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
    await end(0);
    expect(log).toEqual(['null: a reader thread failed: Error: full']);
    expect(await all).toEqual(['VALIDATION_ERROR', 'BUFFER_FULL']);
    expect(await ask()).toBe('BUFFER_FULL');
  });

  test('beside another leaves to that what waited', async () => {
    await start(2);
    const all = Promise.all([ask(), ask(), ask()]);
    await becomeReady(1);
    await end(0);
    readers[1]!.answer();
    readers[1]!.answer();
    expect(await all).toEqual(['STORAGE_ERROR', 'ok', 'ok']);
  });

  test('is started again, ever later while that fails', async () => {
    await start(1);
    await end(0);
    isRefused = () => true;
    const at: number[] = [];
    for (let ms = 0; ms < 40_000; ms += 50) {
      const before = tries;
      await vi.advanceTimersByTimeAsync(50);
      if (tries > before) at.push(ms + 50);
    }
    const rests = at.map((ms, i) => ms - (at[i - 1] ?? 0));
    expect(rests).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(log).toContain('null: a reader thread could not be started: Error: no more threads');
    isRefused = () => false;
    await vi.advanceTimersByTimeAsync(10_000);
    await becomeReady(1);
    await end(1);
    await vi.advanceTimersByTimeAsync(250);
    expect(readers).toHaveLength(3);
  });

  test('before it is ready is tried once for its end', async () => {
    await start(1);
    await end(0);
    await vi.advanceTimersByTimeAsync(250);
    await end(1);
    await vi.advanceTimersByTimeAsync(499);
    expect(readers).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(readers).toHaveLength(3);
    await end(2);
    await vi.advanceTimersByTimeAsync(999);
    expect(readers).toHaveLength(3);
  });

  test('while the others stop is not started again', async () => {
    await start(1);
    const asked = ask();
    const stopped = pool.stop();
    await end(0);
    await stopped;
    expect(await asked).toBe('STORAGE_ERROR');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(readers).toHaveLength(1);
  });
});

describe('a stop', () => {
  test('waits for the reader that is starting', async () => {
    await start(2);
    const all = Promise.all([ask(), ask()]);
    let hasStopped = false;
    const stopped = pool.stop().then(() => (hasStopped = true));
    readers[0]!.answer();
    readers[0]!.answer();
    await all;
    await moment();
    expect(hasStopped).toBe(false);
    await becomeReady(1);
    await stopped;
    expect(readers.map(({ told }) => told.at(-1))).toEqual(['stop', 'stop']);
  });

  test('waits for that of the background, which is then asked for nothing more', async () => {
    await start(1);
    const asked = askInBackground();
    let hasStopped = false;
    const stopped = pool.stop().then(() => (hasStopped = true));
    await moment();
    expect(hasStopped).toBe(false);
    await becomeReady(1);
    await stopped;
    expect(await asked).toBe('BUFFER_FULL');
    expect(readers[1]!.told.at(-1)).toBe('stop');
  });

  test('has answered what waits in the background, too', async () => {
    await start(1);
    const all = [askInBackground()];
    await becomeReady(1);
    all.push(askInBackground());
    await moment();
    const stopped = pool.stop();
    await moment();
    readers[1]!.answer();
    await moment();
    readers[1]!.answer();
    await stopped;
    expect(await Promise.all(all)).toEqual(['ok', 'ok']);
  });
});

describe('the reader for the background', () => {
  test('has what waits for it refused when it dies, and nothing else', async () => {
    await start(1);
    const all = [askInBackground(), ask(), ask()];
    await becomeReady(1);
    all.push(askInBackground());
    await moment();
    await end(1);
    readers[0]!.answer();
    readers[0]!.answer();
    expect(await Promise.all(all)).toEqual(['STORAGE_ERROR', 'ok', 'ok', 'BUFFER_FULL']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(readers).toHaveLength(2);
  });

  test('where there is none for a while the others do its work', async () => {
    await start(1);
    isRefused = ({ isBackground }) => isBackground;
    const all = [askInBackground()];
    await moment();
    expect(readers[0]!.asked).toHaveLength(1);
    readers[0]!.answer();
    all.push(askInBackground());
    await moment();
    readers[0]!.answer();
    expect(await Promise.all(all)).toEqual(['ok', 'ok']);
    expect([tries, log]).toEqual([2, ['null: a reader thread could not be started: Error: no more threads']]);
    isRefused = () => false;
    await vi.advanceTimersByTimeAsync(10_000);
    const later = askInBackground();
    await moment();
    await becomeReady(1);
    readers[1]!.answer();
    expect([await later, readers[1]!.isBackground]).toEqual(['ok', true]);
  });
});
