import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Health } from './contract/health.ts';
import { SpanPage } from './contract/spans.ts';
import { TraceDetail } from './contract/traces.ts';
import { errorOf, projectUrl, read } from './testing/api-client.ts';
import { callGrpc } from './testing/grpc-client.ts';
import { spanIdOf, traceBytes, traceIdOf, type RequestSpec } from './testing/otlp.ts';
import { postJson, postProtobuf, rpcStatusOf, store } from './testing/otlp-client.ts';
import { startCollector, type RunningCollector } from './testing/start-collector.ts';

const logged: string[] = [];
let collector: RunningCollector;
beforeAll(async () => {
  const log = { info: () => {}, warn: () => {}, error: (message: string) => void logged.push(message) };
  collector = await startCollector({ log });
});
afterAll(() => collector.stop());

const call = (n: number): RequestSpec => ({
  spans: [
    {
      traceId: traceIdOf(1),
      spanId: spanIdOf(n),
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 10, 'session.id': 's' },
    },
  ],
});
const health = (): Promise<Health> => read(Health, `${collector.url}/api/v1/health`);
const trace = (): Promise<TraceDetail> =>
  read(TraceDetail, `${projectUrl(collector.url)}/traces/${traceIdOf(1)}`);

/** Lets the database refuse spans with a message that nobody outside may see. */
function changeDatabase(sql: string): void {
  const database = new Database(path.join(collector.dataDir, 'tracedeck.db'));
  database.exec(sql);
  database.close();
}

describe('while the database fails', () => {
  test('requests are refused as retryable with STORAGE_UNAVAILABLE, which says nothing internal', async () => {
    await store(collector.url, 'default', call(1));
    changeDatabase(
      "CREATE TRIGGER broken BEFORE INSERT ON spans WHEN NEW.span_id <> '0000000000000001' BEGIN SELECT RAISE(ABORT, 'secret cause'); END",
    );
    for (const answer of [
      await postProtobuf(collector.url, call(2)),
      await postJson(collector.url, call(3)),
    ]) {
      expect(errorOf(answer)).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(answer.body.toString()).not.toContain('secret');
    }
    const grpc = await callGrpc(collector.grpcAddress, traceBytes(call(4)));
    expect(grpc).toMatchObject({
      code: 'UNAVAILABLE',
      details: expect.not.stringContaining('secret') as string,
    });
    expect(rpcStatusOf(grpc.status!).retrySeconds).toBeGreaterThan(0);
    expect(logged.some((message) => message.includes('secret cause'))).toBe(true);
  });

  test('nothing of them is stored or counted, and what is stored can be read', async () => {
    expect(await trace()).toMatchObject({ span_count: 1, total_tokens: 10 });
    const { meta } = await read(SpanPage, `${projectUrl(collector.url)}/spans`);
    expect(meta.total_items).toBe(1);
    expect((await health()).otel.metrics.total_spans).toBe(1);
  });

  test('health is degraded', async () => {
    expect(await health()).toMatchObject({ status: 'degraded', otel: { status: 'failing' } });
  });
});

describe('once the database works again', () => {
  test('the same requests are stored, each counted once, and health is ok', async () => {
    changeDatabase('DROP TRIGGER broken');
    await store(collector.url, 'default', call(2), call(3), call(1));
    expect(await trace()).toMatchObject({ span_count: 3, total_tokens: 30 });
    expect(await health()).toMatchObject({
      status: 'ok',
      otel: { metrics: { total_traces: 1, total_spans: 3 } },
    });
  });
});
