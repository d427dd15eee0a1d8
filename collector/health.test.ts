import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultConfig } from './config/config.ts';
import { Health } from './contract/health.ts';
import { TraceLine } from './contract/stream.ts';
import { HealthReport } from './health.ts';
import { IngestQueue } from './ingest/queue/queue.ts';
import { QueryPool } from './query/pool.ts';
import { ReceivingGate } from './receivers/receiving-gate.ts';
import { read } from './testing/api-client.ts';
import { openStream, type EventStream } from './testing/event-stream.ts';
import { exactly } from './testing/exact-schema.ts';
import { spanIdOf, traceIdOf, type RequestSpec } from './testing/otlp.ts';
import { postProtobuf, store, storeSignal } from './testing/otlp-client.ts';
import { logBytes } from './testing/otlp-logs.ts';
import { startCollector, type RunningCollector } from './testing/start-collector.ts';

let collector: RunningCollector;
let stream: EventStream;
let database: Database.Database;
beforeEach(async () => {
  collector = await startCollector();
  stream = await openStream(`${collector.url}/api/v1/traces/sse`);
  database = new Database(path.join(collector.dataDir, 'tracedeck.db'));
});
afterEach(async () => {
  database.close();
  stream.close();
  await collector.stop();
});

const oneSpan = (n: number): RequestSpec => ({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(n) }] });
const health = (): Promise<Health> => read(Health, `${collector.url}/api/v1/health`);
const told = (): Health[] =>
  stream.events().flatMap(({ data }) => {
    const { event } = exactly(TraceLine, JSON.parse(data));
    return event.type === 'HealthUpdate' ? [event.data] : [];
  });
const untilTold = async (statuses: readonly string[]): Promise<void> => {
  await stream.until(() => told().length >= statuses.length);
  expect(told().map(({ status }) => status)).toEqual(statuses);
};

test('a database that refuses commits degrades it until something goes into the file again, of whatever signal', async () => {
  await store(collector.url, 'shop', oneSpan(1));
  database.exec("CREATE TRIGGER no_room BEFORE INSERT ON spans BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  expect((await postProtobuf(collector.url, oneSpan(2))).status).toBe(503);
  await untilTold(['degraded']);
  expect(told()[0]).toMatchObject({
    storage: {
      fault: 'failing',
      is_writable: false,
      message: expect.stringContaining('tracedeck doctor') as string,
    },
  });
  expect(told()[0]).toMatchObject({ otel: { status: 'failing', metrics: { total_spans: 1 } } });
  // An empty request goes nowhere.
  expect((await postProtobuf(collector.url, Buffer.alloc(0))).status).toBe(200);
  expect((await health()).status).toBe('degraded');
  await storeSignal(collector.url, 'shop', 'logs', logBytes({ logs: [{ body: 'fits' }] }));
  await untilTold(['degraded', 'ok']);
  expect(await health()).toMatchObject({ status: 'ok', otel: { status: 'receiving' } });
});

test('a database that can not be read degrades it, with the totals that were read last', async () => {
  await store(collector.url, 'shop', oneSpan(1), oneSpan(2));
  expect(await health()).toMatchObject({ status: 'ok', storage: { spans: 2 } });
  database.exec('ALTER TABLE projects RENAME TO gone');
  expect(await health()).toMatchObject({ status: 'degraded', storage: { spans: 2 } });
  await untilTold(['degraded']);
  database.exec('ALTER TABLE gone RENAME TO projects');
  expect((await health()).status).toBe('ok');
  await untilTold(['degraded', 'ok']);
});

test('each change of a receiver is told once, in order and as it was', async () => {
  const config = defaultConfig({});
  config.storage.data_dir = collector.dataDir;
  const ignore = (): void => {};
  const queue = new IngestQueue({
    dataDirectory: collector.dataDir,
    synchronous: 'normal',
    settings: { ...config, ...config.otel },
    limits: config.otel.ingestion,
    onCommitted: ignore,
    onStored: ignore,
    onDeleted: ignore,
    onChanged: ignore,
    onReindexed: ignore,
    onUnreadable: ignore,
    onFailure: ignore,
  });
  const query = new QueryPool({ dataDirectory: collector.dataDir }, ignore, 1);
  await query.start();
  const report = new HealthReport(config, queue, query, new ReceivingGate());
  const changes: [status: string, grpc: string][] = [];
  const all = Promise.withResolvers<void>();
  report.watch(({ status, receivers }) => {
    changes.push([status, receivers.grpc.status]);
    if (changes.length === 3) all.resolve();
  }, all.reject);
  report.listening('grpc', '127.0.0.1:4317');
  report.failed('grpc', 'gone');
  report.writingFailed('disk_full');
  report.listening('grpc', '127.0.0.1:4317');
  report.wrote();
  report.failed('grpc', 'gone again');
  await all.promise;
  expect(changes).toEqual([
    ['degraded', 'failed'],
    ['ok', 'listening'],
    ['degraded', 'failed'],
  ]);
  expect(report.addresses).toEqual({ http: null, standard_http: null, grpc: null });
  await query.stop();
});
