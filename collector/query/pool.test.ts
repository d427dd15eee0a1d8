import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { TraceDetail } from '../contract/traces.ts';
import { ApiError } from '../errors.ts';
import { openForWriting } from '../store/file/database.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import { startCollector } from '../testing/start-collector.ts';
import { QueryPool } from './pool.ts';

const collector = sharedCollector();

let pool: QueryPool;
const fail = (message: string): never => {
  throw new Error(message);
};
const start = async (size: number): Promise<void> => {
  pool = new QueryPool({ dataDirectory: collector.dataDir }, fail, size);
  await pool.start();
};

const codeOf = (result: PromiseSettledResult<unknown>): string =>
  result.status === 'fulfilled' ? 'ok' : result.reason instanceof ApiError ? result.reason.code : 'unknown';

describe('the reader threads', () => {
  afterEach(() => pool.stop());

  test('answer with JSON, or with an error of the catalogue', async () => {
    await start(2);
    expect(JSON.parse((await pool.run('listProjects')).toString())).toEqual({ data: [] });
    const missing = pool.run('getTrace', { project: 'x', traceId: 'ab', includeRawSpan: false });
    await expect(missing).rejects.toMatchObject({ code: 'TRACE_NOT_FOUND', status: 404 });
  });

  test('leave none behind that was still starting when they stop', async () => {
    const ports = (): number =>
      process.getActiveResourcesInfo().filter((one) => one === 'MessagePort').length;
    const before = ports();
    await start(2);
    // The second question finds the first reader busy, so that another is started.
    const asked = [pool.run('storageTotals'), pool.run('storageTotals')];
    await pool.stop();
    await Promise.all(asked);
    expect(ports()).toBe(before);
  });

  test('refuse a flood that would fill memory, and answer all that they took', async () => {
    await start(1);
    const results = await Promise.allSettled(Array.from({ length: 2000 }, () => pool.run('storageTotals')));
    const codes = results.map(codeOf);
    // The one that the reader is at, and a thousand that wait.
    const wanted = (_: unknown, at: number): string => (at <= 1000 ? 'ok' : 'BUFFER_FULL');
    expect(codes).toEqual(codes.map(wanted));
    expect(JSON.parse((await pool.run('storageTotals')).toString())).toEqual({
      traces: 0,
      spans: 0,
      behind: 0,
      due: 0,
    });
  });

  test('never begin with what nobody waits for any more', async () => {
    await start(1);
    const asked = Array.from({ length: 5 }, () => pool.run('storageTotals'));
    for (const one of asked.slice(1, 4)) one.giveUp();
    const codes = (await Promise.allSettled(asked)).map(codeOf);
    expect(codes).toEqual(['ok', 'BUFFER_FULL', 'BUFFER_FULL', 'BUFFER_FULL', 'ok']);
    // What is answered, or begun, is not given up.
    asked[0]!.giveUp();
    const begun = pool.run('storageTotals');
    begun.giveUp();
    expect((await begun).toString()).toContain('"spans":0');
  });

  test('keep one free of conversations, so that nothing else stands behind these', async () => {
    const said = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'word '.repeat(1000) }] }]);
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': said };
    const spans = Array.from({ length: 500 }, (_, i) => ({
      traceId: traceIdOf(1),
      spanId: spanIdOf(i + 1),
      attributes,
    }));
    const own = await startCollector();
    onTestFinished(() => own.stop());
    await store(own.url, 'told', { spans });
    pool = new QueryPool({ dataDirectory: own.dataDir }, fail, 2);
    await pool.start();
    const ended: string[] = [];
    const told = Array.from({ length: 40 }, () =>
      pool.run('traceMessages', { project: 'told', traceId: traceIdOf(1) }),
    ).map((one) => one.then(() => ended.push('conversation')));
    const listed = pool.run('listProjects').then(() => ended.push('list'));
    await Promise.all([...told, listed]);
    expect(ended).toHaveLength(41);
    expect(ended.indexOf('list')).toBeLessThan(30);
  });

  test('finish what they were asked before a stop, and refuse what comes after it', async () => {
    await start(2);
    const asked = Array.from({ length: 50 }, () => pool.run('storageTotals'));
    const stops = [pool.stop(), pool.stop()];
    await expect(pool.run('storageTotals')).rejects.toMatchObject({ retryable: true });
    expect((await Promise.allSettled(asked)).map(codeOf)).toEqual(asked.map(() => 'ok'));
    await Promise.all(stops);
  });
});

describe('a reader that dies', () => {
  let folder: string;
  let workers: Worker[];
  const remember = (worker: Worker): void => void workers.push(worker);
  const dataDirectory = (): string => path.join(folder, 'data');
  const totals = (): Promise<string> => pool.run('storageTotals').then(String);

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-readers-'));
    openForWriting(dataDirectory(), 'normal').close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(async () => {
    process.off('worker', remember);
    await pool.stop();
  });

  async function startOne(onFailure: (message: string) => void): Promise<void> {
    workers = [];
    process.on('worker', remember);
    pool = new QueryPool({ dataDirectory: dataDirectory() }, onFailure, 1);
    await pool.start();
  }

  test('is started again, and whoever asks meanwhile is told to come again', async () => {
    await startOne(fail);
    await workers[0]!.terminate();
    await expect(totals()).rejects.toMatchObject({ code: 'BUFFER_FULL', retryable: true });
    await expect.poll(() => totals().catch(codeOfError)).toContain('"spans":0');
    expect(workers).toHaveLength(2);
  });

  test('is started again until its start succeeds', async () => {
    const failed = Promise.withResolvers<string>();
    await startOne(failed.resolve);
    renameSync(dataDirectory(), `${dataDirectory()}-away`);
    await workers[0]!.terminate();
    expect(await failed.promise).toContain('reader thread');
    renameSync(`${dataDirectory()}-away`, dataDirectory());
    await expect.poll(() => totals().catch(codeOfError)).toContain('"spans":0');
  });
});

describe('the reader for what nobody waits for', () => {
  const workers: Worker[] = [];
  const remember = (worker: Worker): void => void workers.push(worker);
  const inBackground = (): Promise<string> => pool.runInBackground('storageTotals').then(String);

  beforeEach(async () => {
    workers.length = 0;
    process.on('worker', remember);
    await start(1);
  });
  afterEach(async () => {
    process.off('worker', remember);
    await pool.stop();
  });
  async function startIt(): Promise<void> {
    expect(workers).toHaveLength(1);
    await inBackground();
    expect(workers).toHaveLength(2);
  }

  test('is started by such a query, which waits for it: what takes for ever keeps nobody else', async () => {
    const askedOthers = vi.spyOn(workers[0]!, 'postMessage');
    const first = inBackground();
    expect(await inBackground()).toBe(await first);
    expect(askedOthers).not.toHaveBeenCalled();
    expect(workers).toHaveLength(2);
    expect(await pool.run('storageTotals').then(String)).toBe(await first);
  });

  test('is started again when it died', async () => {
    await startIt();
    await workers[1]!.terminate();
    expect(await inBackground()).toContain('"spans"');
    expect(workers).toHaveLength(3);
    expect(await pool.run('storageTotals').then(String)).toContain('"spans"');
  });

  test('has its work refused by a stop that comes before it is there', async () => {
    const asked = inBackground();
    await Promise.all([pool.stop(), expect(asked).rejects.toMatchObject({ code: 'BUFFER_FULL' })]);
  });

  test.runIf(process.platform === 'linux')('lets all other threads go first', async () => {
    const own = getPriority();
    await startIt();
    const priorities = readdirSync('/proc/self/task').map((thread) =>
      // After the name, which is in brackets and may hold anything; see proc_pid_stat(5).
      Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[16]),
    );
    // Behind the last nobody can be put.
    expect(priorities.filter((priority) => priority > own)).toHaveLength(own < 19 ? 1 : 0);
    expect(getPriority()).toBe(own);
  });
});

const codeOfError = (error: unknown): string => (error as ApiError).code;

test('an answer is of one moment, also while spans arrive', async () => {
  const traceId = traceIdOf(1);
  const url = `${projectUrl(collector.url)}/traces/${traceId}`;
  const span = (n: number) => ({
    traceId,
    spanId: spanIdOf(n),
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 1 },
  });
  await store(collector.url, 'default', { spans: [span(1)] });
  const arrival = (async () => {
    for (let n = 2; n <= 60; n++) await store(collector.url, 'default', { spans: [span(n)] });
  })();
  for (let seen = 0; seen < 60;) {
    const trace = await read(TraceDetail, url);
    expect(trace.spans).toHaveLength(trace.span_count);
    expect(trace.total_tokens).toBe(trace.span_count);
    seen = trace.span_count;
  }
  await arrival;
});
