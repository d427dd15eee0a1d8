import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { SilentThreads } from '../../testing/silent-threads.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../../testing/otlp.ts';
import type { IngestResult } from '../jobs.ts';
import type { ExportRequest } from './export-request.ts';
import { IngestQueue } from './queue.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;

/** A queue whose thread does nothing, and what is told of it. */
async function silentQueue() {
  const told: string[] = [];
  const threads = new SilentThreads();
  const { pricing, otel, redaction } = defaultConfig({});
  const queue = new IngestQueue({
    dataDirectory: '/nowhere',
    synchronous: 'normal',
    settings: { pricing, redaction, attributes: otel.attributes },
    limits: otel.ingestion,
    thread: threads,
    onCommitted: () => told.push('committed'),
    onStored: () => {},
    onDeleted: () => {},
    onChanged: () => {},
    onReindexed: () => {},
    onUnreadable: () => {},
    onFailure: (message, fault) => told.push(`${fault}: ${message}`),
  });
  const started = queue.start();
  const tell = (message: object): void => void threads.taken[0]!.emit('message', message);
  tell({ type: 'ready', dueSpans: 0 });
  await started;
  const commit = (...results: readonly IngestResult[]): void =>
    tell({ type: 'committed', spent: [], stored: [], failure: null, results });
  return { queue, told, commit };
}

const request = (n: number): ExportRequest => ({
  projectId: 'default',
  signal: 'traces',
  encoding: 'protobuf',
  body: traceBytes({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(n) }] }),
});

const refused = (id: number): IngestResult => ({ id, ok: false, code: 'INVALID_OTLP', message: 'not this' });
const stalled = expect.stringMatching(/^failing: the thread that writes the database/) as string;

test('a commit that does not end is told once, and that it has ended, whatever became of it', async () => {
  const { queue, told, commit } = await silentQueue();
  const answer = queue.consume(request(1));
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(told).toEqual([stalled]);
  commit(refused(1));
  await expect(answer).rejects.toThrow('not this');
  expect(told).toEqual([stalled, 'committed']);
});

test('commit after commit is none, nor is a thread with nothing to do', async () => {
  const { queue, told, commit } = await silentQueue();
  const answers = [1, 2, 3, 4, 5].map((n) => queue.consume(request(n)).catch(String));
  for (const id of [1, 2, 3, 4, 5]) {
    vi.advanceTimersByTime(15_000);
    // The clock that commits are measured by is not the test's.
    await new Promise((resolve) => setTimeout(resolve, 2));
    commit(refused(id));
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['ApiError: not this']));
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(told).toEqual([]);
  const again = queue.consume(request(6));
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(told).toEqual([stalled]);
  commit(refused(6));
  await expect(again).rejects.toThrow('not this');
});
