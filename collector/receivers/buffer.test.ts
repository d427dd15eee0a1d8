import { afterEach, describe, expect, test } from 'vitest';
import type { Config } from '../config/config.ts';
import { Health } from '../contract/health.ts';
import { SpanPage } from '../contract/spans.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { holdCommits } from '../testing/hold-commits.ts';
import { spanIdOf, traceBytes, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { postJson, postProtobuf, rpcStatusOf, storeSignal } from '../testing/otlp-client.ts';
import { logBytes } from '../testing/otlp-logs.ts';
import { metricBytes, metricTime } from '../testing/otlp-metrics.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
let release = (): void => {};
afterEach(async () => {
  release();
  await collector.stop();
});

async function start(limits: Partial<Config['otel']['ingestion']>): Promise<void> {
  collector = await startCollector({ configure: ({ otel }) => void Object.assign(otel.ingestion, limits) });
  const letGo = holdCommits(collector.dataDir);
  release = () => {
    letGo();
    release = () => {};
  };
}

const spans = (from: number, count: number): RequestSpec => ({
  spans: Array.from({ length: count }, (_, i) => ({ traceId: traceIdOf(1), spanId: spanIdOf(from + i) })),
});
const health = (): Promise<Health> => read(Health, `${collector.url}/api/v1/health`);

async function untilWaiting(spanCount: number): Promise<void> {
  while ((await health()).queue.spans < spanCount) await new Promise((resolve) => setTimeout(resolve, 5));
}

const storedIds = async (): Promise<string[]> => {
  const { data } = await read(SpanPage, `${projectUrl(collector.url)}/spans`);
  return data.map(({ span_id }) => span_id).sort();
};

describe('a full buffer', () => {
  test('of requests refuses the next with 503 and Retry-After, in either encoding', async () => {
    await start({ channel_capacity: 2 });
    const accepted = [postProtobuf(collector.url, spans(1, 1)), postJson(collector.otlpUrl, spans(2, 1))];
    await untilWaiting(2);
    for (const refused of [
      await postProtobuf(collector.url, spans(3, 1)),
      await postJson(collector.url, spans(4, 1)),
    ]) {
      expect(errorOf(refused)).toMatchObject({ status: 503, code: 'BUFFER_FULL' });
      expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    }
    release();
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await storedIds()).toEqual([spanIdOf(1), spanIdOf(2)]);
  });

  test('of spans refuses the next', async () => {
    await start({ buffer_max_spans: 10 });
    const accepted = postProtobuf(collector.url, spans(1, 8));
    await untilWaiting(8);
    expect(errorOf(await postProtobuf(collector.url, spans(9, 3)))).toMatchObject({ code: 'BUFFER_FULL' });
    const fits = postJson(collector.url, spans(9, 2));
    await untilWaiting(10);
    release();
    expect([(await accepted).status, (await fits).status]).toEqual([200, 200]);
    expect(await storedIds()).toHaveLength(10);
  });

  test('of log records or data points refuses the next of any signal, over HTTP and gRPC', async () => {
    await start({ buffer_max_spans: 10 });
    const logs = logBytes({ logs: Array.from({ length: 6 }, (_, i) => ({ body: i })) });
    const points = Array.from({ length: 4 }, (_, i) => ({ timeUnixNano: metricTime(i), asInt: '1' }));
    const metrics = metricBytes([{ name: 'm', gauge: { dataPoints: points } }]);
    const accepted = [
      storeSignal(collector.url, 'default', 'logs', logs),
      storeSignal(collector.url, 'default', 'metrics', metrics),
    ];
    await untilWaiting(10);
    expect(errorOf(await postProtobuf(collector.url, spans(1, 1)))).toMatchObject({ code: 'BUFFER_FULL' });
    for (const [signal, body] of [
      ['logs', logs],
      ['metrics', metrics],
    ] as const)
      expect(await callGrpc(collector.grpcAddress, body, { signal })).toMatchObject({ code: 'UNAVAILABLE' });
    release();
    await Promise.all(accepted);
    expect((await health()).queue).toEqual({ spans: 0, bytes: 0 });
  });

  test('of bytes refuses the next', async () => {
    const body = traceBytes(spans(1, 8));
    await start({ buffer_max_bytes: body.length + 10 });
    const accepted = postProtobuf(collector.url, body);
    await untilWaiting(8);
    expect(errorOf(await postProtobuf(collector.url, body))).toMatchObject({ code: 'BUFFER_FULL' });
    release();
    expect(await accepted).toMatchObject({ status: 200 });
  });

  test('answers gRPC with UNAVAILABLE and RetryInfo', async () => {
    await start({ channel_capacity: 1 });
    const accepted = callGrpc(collector.grpcAddress, traceBytes(spans(1, 1)));
    await untilWaiting(1);
    const refused = await callGrpc(collector.grpcAddress, traceBytes(spans(2, 1)));
    expect(refused.code).toBe('UNAVAILABLE');
    const status = rpcStatusOf(refused.status!);
    expect(status).toMatchObject({ code: 14, message: refused.details });
    expect(status.retrySeconds).toBeGreaterThan(0);
    release();
    expect(await accepted).toMatchObject({ code: 'OK' });
    expect(await storedIds()).toEqual([spanIdOf(1)]);
  });

  test('takes requests again once it has drained, and shows what waits meanwhile', async () => {
    await start({ channel_capacity: 1 });
    const accepted = postProtobuf(collector.url, spans(1, 5));
    await untilWaiting(5);
    const { queue } = await health();
    expect(queue).toEqual({ spans: 5, bytes: traceBytes(spans(1, 5)).length });
    release();
    await accepted;
    expect(await postProtobuf(collector.url, spans(6, 5))).toMatchObject({ status: 200 });
    expect((await health()).queue).toEqual({ spans: 0, bytes: 0 });
  });

  test('lets a request through that is larger than the buffer when nothing else waits', async () => {
    await start({ buffer_max_bytes: 100 });
    release();
    expect(await postProtobuf(collector.url, spans(1, 50))).toMatchObject({ status: 200 });
    expect(await storedIds()).toHaveLength(50);
  });

  test('refuses for good what could never wait, in either encoding and over gRPC', async () => {
    await start({ buffer_max_spans: 3 });
    release();
    for (const post of [postProtobuf, postJson])
      expect(errorOf(await post(collector.url, spans(1, 4)))).toMatchObject({
        status: 413,
        code: 'PAYLOAD_TOO_LARGE',
        message: 'the request has more than 3 spans, log records or data points',
      });
    expect(await callGrpc(collector.grpcAddress, traceBytes(spans(1, 4)))).toMatchObject({
      code: 'RESOURCE_EXHAUSTED',
    });
    expect(await postProtobuf(collector.url, spans(1, 3))).toMatchObject({ status: 200 });
    expect(await storedIds()).toHaveLength(3);
  });
});
