import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import type { ApiError } from '../../errors.ts';
import { openForReading, openForWriting } from '../../store/file/database.ts';
import { holdCommits } from '../../testing/hold-commits.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import { quickDeletesIn, slowDeletesIn } from '../../testing/slow-deletes.ts';
import { IngestQueue } from './queue.ts';
import { testFolder } from '../../testing/test-folder.ts';

let dataDirectory: string;
let queue: IngestQueue;
let log: string[];
let workers: Worker[];
const remember = (worker: Worker): void => void workers.push(worker);

const { otel, pricing, redaction } = defaultConfig({});
const settings = { pricing, redaction, attributes: otel.attributes };

const makeQueue = (): IngestQueue =>
  new IngestQueue({
    dataDirectory,
    synchronous: 'normal',
    settings,
    limits: { max_body_bytes: 1e8, channel_capacity: 1000, buffer_max_spans: 1e6, buffer_max_bytes: 1e9 },
    onCommitted: () => {},
    onStored: (spans) => log.push(`stored ${spans.length}`),
    onDeleted: (deleted) =>
      log.push(...deleted.map((one) => `deleted ${one.trace_id ?? one.session_id ?? 'all'}`)),
    onChanged: (projectId) => log.push(`changed ${projectId}`),
    onReindexed: () => log.push('reindexed'),
    onUnreadable: (spans, failure) => log.push(`unreadable ${spans} ${failure}`),
    onFailure: (message) => log.push(`failure ${message}`),
  });

beforeEach(async () => {
  dataDirectory = testFolder();
  [log, workers] = [[], []];
  process.on('worker', remember);
  queue = makeQueue();
  await queue.start();
});
afterEach(async () => {
  await queue.stop();
  process.off('worker', remember);
});

/** Spans of one trace, `first` on. */
const consume = (trace: number, first: number, count: number): Promise<unknown> =>
  queue.consume({
    signal: 'traces',
    encoding: 'protobuf',
    projectId: 'default',
    body: traceBytes({
      spans: Array.from({ length: count }, (_, i) => ({
        traceId: traceIdOf(trace),
        spanId: spanIdOf(first + i),
      })),
    }),
  });
const deleteTrace = (trace: number): Promise<boolean> =>
  queue.commands.deleteTrace('default', traceIdOf(trace));

function rows(sql: string): unknown[] {
  const database = openForReading(dataDirectory);
  try {
    return database.prepare(sql).raw().all();
  } finally {
    database.close();
  }
}
const spansOfTraces = (): unknown[] =>
  rows('SELECT trace_id, span_count FROM traces ORDER BY trace_id').map((row) => {
    const [id, count] = row as [string, number];
    return [Number.parseInt(id, 16), count];
  });
const isDeleting = (): boolean => rows('SELECT trace FROM doomed_traces').length > 0;
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
const refusal = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (error: unknown) => (error as ApiError).code,
  );

describe('a deletion', () => {
  test('is answered when all is gone, after listeners were told', async () => {
    await Promise.all([consume(1, 1, 3000), consume(2, 1, 1)]);
    log = [];
    expect(await deleteTrace(1).finally(() => log.push('answered'))).toBe(true);
    expect(log).toEqual([`deleted ${traceIdOf(1)}`, 'answered']);
    expect(spansOfTraces()).toEqual([[2, 1]]);
    expect(rows('SELECT COUNT(*) FROM spans')).toEqual([[1]]);
    expect(await deleteTrace(1)).toBe(false);
  });

  test('sees every span that was accepted before it', async () => {
    const stored = Promise.all([consume(1, 1, 500), consume(1, 501, 500)]);
    expect(await deleteTrace(1)).toBe(true);
    await stored;
    expect(spansOfTraces()).toEqual([]);
  });

  test('of much lets exporters through: they are answered before it is', async () => {
    await consume(1, 1, 1000);
    slowDeletesIn(dataDirectory);
    log = [];
    const deletion = refusal(deleteTrace(1)).then(() => log.push('over'));
    await until(() => isDeleting());
    for (let n = 1; n <= 3; n++) await consume(2, n, 1);
    expect([log.includes('over'), isDeleting()]).toEqual([false, true]);
    expect(spansOfTraces()).toEqual([[2, 3]]);
    await queue.stop();
    await deletion;
    quickDeletesIn(dataDirectory);
  });

  test('and spans that come for the trace meanwhile: it exists anew, with what came after', async () => {
    for (let i = 0; i < 5; i++) await consume(1, 1 + i * 2000, 2000);
    const deletion = deleteTrace(1);
    let sent = 0;
    do await consume(1, 100_000 + sent++, 1);
    while (isDeleting());
    await deletion;
    const left = spansOfTraces() as [number, number][];
    expect(rows('SELECT COUNT(*) FROM spans')).toEqual([[left.reduce((sum, [, count]) => sum + count, 0)]]);
    expect(left.every(([, count]) => count <= sent)).toBe(true);
    await consume(1, 1, 1);
    expect(await deleteTrace(1)).toBe(true);
    expect(rows('SELECT COUNT(*) FROM spans')).toEqual([[0]]);
  });

  test('of everything, again and again, beside exporters who send the same: nothing is left over', async () => {
    await Promise.all(
      Array.from({ length: 4 }, async (_, worker) => {
        for (let i = 0; i < 15; i++) {
          await consume(1 + ((worker + i) % 3), 1 + worker * 10, 50);
          if (i % 3 === 0) await deleteTrace(1 + ((worker + i) % 3));
          if (i % 5 === 0) await queue.commands.deleteProject('default');
        }
      }),
    );
    expect(spansOfTraces()).toEqual(
      rows('SELECT trace_id, COUNT(*) FROM spans JOIN traces ON traces.id = trace GROUP BY 1 ORDER BY 1').map(
        (row) => {
          const [id, count] = row as [string, number];
          return [Number.parseInt(id, 16), count];
        },
      ),
    );
    await queue.commands.deleteProject('default');
    for (const table of ['projects', 'traces', 'spans', 'chunks', 'resources', 'scopes', 'doomed_traces'])
      expect([table, rows(`SELECT * FROM ${table}`)]).toEqual([table, []]);
  });
});

test('retention lets a deletion go first', async () => {
  for (const trace of [1, 2, 3]) await consume(trace, 1, 10);
  log = [];
  const policy = { days: null, maxSpans: 0, maxBytes: null };
  // The thread is held at a span, so that both have come when it looks for the next thing to do.
  const release = holdCommits(dataDirectory);
  const stored = consume(4, 1, 1);
  const commands = [queue.commands.retain(policy, 0), deleteTrace(3)];
  release();
  await Promise.all([stored, ...commands]);
  expect(log).toEqual(['stored 1', ...[3, 1, 2, 4].map((n) => `deleted ${traceIdOf(n)}`)]);
});

describe('what can not be done', () => {
  test('is refused as retryable when too much waits', async () => {
    const release = holdCommits(dataDirectory);
    const waiting = Array.from({ length: 100 }, () => deleteTrace(1));
    expect(await refusal(deleteTrace(1))).toBe('BUFFER_FULL');
    release();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([false]));
  });

  /** The thread of another queue finds a database that refuses to delete from the table. */
  async function poison(table: string, which = ''): Promise<void> {
    await queue.stop();
    const database = openForWriting(dataDirectory, 'normal');
    database.exec(
      `CREATE TRIGGER poison BEFORE DELETE ON ${table} ${which} BEGIN SELECT RAISE(ABORT, 'disk on fire'); END`,
    );
    database.close();
    queue = makeQueue();
    await queue.start();
    log = [];
  }

  test('because the database refuses is retryable, in the log, and leaves all as it was', async () => {
    await consume(1, 1, 3);
    await poison('traces');
    expect(await refusal(deleteTrace(1))).toBe('STORAGE_UNAVAILABLE');
    expect(log.join()).toContain('disk on fire');
    expect(spansOfTraces()).toEqual([[1, 3]]);
    await consume(1, 4, 1);
    expect(spansOfTraces()).toEqual([[1, 4]]);
  });

  test('half-way is retryable, too: the trace is there as a whole or not at all', async () => {
    await consume(1, 1, 3);
    await poison('spans');
    expect(await refusal(deleteTrace(1))).toBe('STORAGE_UNAVAILABLE');
    expect(isDeleting() ? [] : [[1, 3]]).toEqual(spansOfTraces());
    await consume(1, 4, 1);
    expect(isDeleting() ? [[1, 1]] : [[1, 4]]).toEqual(spansOfTraces());
  });

  test('because the thread died is refused as retryable', async () => {
    const release = holdCommits(dataDirectory);
    const answer = refusal(deleteTrace(1));
    await workers[0]!.terminate();
    release();
    expect(await answer).toBe('BUFFER_FULL');
    expect(log).toContain('changed default');
  });

  test('to its end: whoever listens is to reload, since some of it may be gone of which nothing was told', async () => {
    const spans = Array.from({ length: 70 }, (_, i) => ({
      traceId: traceIdOf(i + 1),
      spanId: spanIdOf(1),
      attributes: { 'session.id': 's' },
    }));
    const request = { signal: 'traces', encoding: 'protobuf', projectId: 'default' } as const;
    await queue.consume({ ...request, body: traceBytes({ spans }) });
    await poison('traces', 'WHEN OLD.id = 70');
    const answer = refusal(queue.commands.deleteSessions('default', ['s']));
    expect(await answer.finally(() => log.push('answered'))).toBe('STORAGE_UNAVAILABLE');
    expect(log.slice(-2)).toEqual(['changed default', 'answered']);
    expect(spansOfTraces()).toHaveLength(6);
  });

  test('after the stop neither', async () => {
    await queue.stop();
    expect(await refusal(deleteTrace(1))).toBe('BUFFER_FULL');
  });
});

test('a stop in the middle of a deletion does not wait for its end; the next start goes on with it', async () => {
  await consume(1, 1, 1000);
  await consume(2, 1, 1);
  slowDeletesIn(dataDirectory);
  const answer = refusal(deleteTrace(1));
  await until(isDeleting);
  await queue.stop();
  expect(await answer).toBe('BUFFER_FULL');
  expect([isDeleting(), spansOfTraces()]).toEqual([true, [[2, 1]]]);
  quickDeletesIn(dataDirectory);
  queue = makeQueue();
  await queue.start();
  expect(await deleteTrace(9)).toBe(false);
  expect(isDeleting()).toBe(false);
  expect(rows('SELECT COUNT(*) FROM spans')).toEqual([[1]]);
});
