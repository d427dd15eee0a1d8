import { afterEach, beforeEach, expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { IngestRequestList } from '../contract/ingest-requests.ts';
import { Receiving } from '../contract/receiving.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { exactly } from '../testing/exact-schema.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { jsonOf, send } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { postJson, postProtobuf, rpcStatusOf } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
beforeEach(async () => void (collector = await startCollector()));
afterEach(() => collector.stop());

const span = (n: number): RequestSpec => ({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(n) }] });
const tell = async (what: 'pause' | 'resume'): Promise<Receiving> => {
  const answer = await send(`${collector.url}/api/v1/ingest/${what}`, { method: 'POST' });
  expect(answer.status).toBe(200);
  return exactly(Receiving, jsonOf(answer));
};
const health = (): Promise<Health> => read(Health, `${collector.url}/api/v1/health`);

test('while receiving is paused every receiver refuses as retryable, counts it, and says so in the health', async () => {
  expect((await postJson(collector.url, span(1))).status).toBe(200);
  expect(await tell('pause')).toEqual({ paused: true, refused: 0 });

  const answers = [await postJson(collector.url, span(2)), await postProtobuf(collector.otlpUrl, span(2))];
  for (const answer of answers) {
    expect(errorOf(answer)).toMatchObject({ status: 503, code: 'RECEIVING_PAUSED' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  const call = await callGrpc(collector.grpcAddress, traceBytes(span(2)));
  expect(call.code).toBe('UNAVAILABLE');
  expect(rpcStatusOf(call.status!).retrySeconds).toBeGreaterThan(0);

  expect(await tell('pause')).toEqual({ paused: true, refused: 3 });
  expect(await health()).toMatchObject({
    status: 'ok',
    otel: { status: 'paused', metrics: { total_spans: 1 } },
    receiving: { paused: true, refused: 3 },
  });
  const { data } = await read(IngestRequestList, `${collector.url}/api/v1/ingest/requests`);
  expect(data[0]).toMatchObject({ code: 'RECEIVING_PAUSED', status: 503 });
  expect(data[0]?.advice).toContain('Receiving is paused');
});

test('what was refused is taken when it comes again after the pause, and reading goes on all the while', async () => {
  await tell('pause');
  expect((await postJson(collector.url, span(1))).status).toBe(503);
  expect((await send(`${projectUrl(collector.url)}/traces`)).status).toBe(200);
  expect(await tell('resume')).toEqual({ paused: false, refused: 1 });
  expect((await postJson(collector.url, span(1))).status).toBe(200);
  expect(await health()).toMatchObject({ otel: { status: 'receiving' }, storage: { spans: 1 } });
  expect(await tell('pause')).toEqual({ paused: true, refused: 0 });
});
