import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { defaultConfig } from './config/config.ts';
import type { Health } from './contract/health.ts';
import { ApiError } from './errors.ts';
import { HealthReport } from './health.ts';
import type { IngestQueue } from './ingest/queue/queue.ts';
import type { QueryPool } from './query/pool.ts';
import { ReceivingGate } from './receivers/receiving-gate.ts';

let report: HealthReport;
let totals: () => Promise<Buffer>;
const TOTALS = { traces: 3, spans: 4, behind: 0, due: 0 };

beforeEach(() => {
  const config = defaultConfig({});
  config.storage.data_dir = path.join(tmpdir(), 'tracedeck-nowhere');
  const queue = { waitingItems: 0, waitingBytes: 0, spansPerSecond: 0 } as IngestQueue;
  totals = async () => Buffer.from(JSON.stringify(TOTALS));
  const query = { run: () => totals() } as unknown as QueryPool;
  report = new HealthReport(config, queue, query, new ReceivingGate());
});

const fault = async (): Promise<[Health['status'], Health['storage']['fault']]> => {
  const { status, storage } = await report.report();
  return [status, storage.fault];
};

test('damage lasts, whatever is written since; what stops exporters is told before it', async () => {
  report.writingFailed('damaged');
  report.wrote();
  expect(await fault()).toEqual(['degraded', 'damaged']);
  report.writingFailed('disk_full');
  expect(await fault()).toEqual(['degraded', 'disk_full']);
  report.writingFailed('failing');
  expect(await fault()).toEqual(['degraded', 'damaged']);
  report.wrote();
  expect(await fault()).toEqual(['degraded', 'damaged']);
});

test('damage that a reader finds lasts, too; a lock that it meets does not', async () => {
  report.readingFailed('locked');
  expect(await fault()).toEqual(['ok', null]);
  report.readingFailed('damaged');
  expect(await fault()).toEqual(['degraded', 'damaged']);
});

test('too many questions at once are no fault of the database', async () => {
  expect(await fault()).toEqual(['ok', null]);
  totals = () => Promise.reject(new ApiError('BUFFER_FULL', 'too many queries are waiting'));
  expect(await fault()).toEqual(['ok', null]);
  expect((await report.report()).storage.spans).toBe(TOTALS.spans);
  totals = () => Promise.reject(new ApiError('STORAGE_ERROR', 'no such table'));
  expect(await fault()).toEqual(['degraded', 'failing']);
});

test('a database that does not answer keeps no report back, which has the totals that were read last', async () => {
  expect((await report.report()).storage.spans).toBe(TOTALS.spans);
  totals = () => new Promise(() => {});
  report.writingFailed('failing');
  expect(await fault()).toEqual(['degraded', 'failing']);
  expect((await report.report()).storage.spans).toBe(TOTALS.spans);
});
