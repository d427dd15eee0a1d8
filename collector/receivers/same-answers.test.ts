import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Signal } from '../decode/count.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '../errors.ts';
import { Health } from '../contract/health.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { callGrpc, type GrpcAnswer } from '../testing/grpc-client.ts';
import { holdCommits } from '../testing/hold-commits.ts';
import { jsonOf, send, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { PROTOBUF, partialOf, rpcStatusOf } from '../testing/otlp-client.ts';
import { logBytes } from '../testing/otlp-logs.ts';
import { metricBytes, metricTime } from '../testing/otlp-metrics.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

const LIMIT = 50_000;
let collector: RunningCollector;
let guarded: RunningCollector;
beforeAll(async () => {
  collector = await startCollector({
    configure: ({ otel }) => {
      otel.ingestion.max_body_bytes = LIMIT;
      otel.ingestion.channel_capacity = 1;
    },
  });
  guarded = await startCollector({ configure: ({ auth }) => (auth.enabled = true) });
});
afterAll(() => Promise.all([collector.stop(), guarded.stop()]));

interface Sent {
  readonly body: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly to?: () => RunningCollector;
}
type Both = readonly [http: Answer, grpc: GrpcAnswer];

async function both(signal: Signal, { body, headers = {}, to = () => collector }: Sent): Promise<Both> {
  const { url, grpcAddress } = to();
  const http = await send(`${url}/v1/${signal}`, { headers: { ...PROTOBUF, ...headers }, body });
  return [http, await callGrpc(grpcAddress, body, { signal, metadata: headers })];
}

const span = { traceId: traceIdOf(1), spanId: spanIdOf(1), name: 'one' };
const point = { timeUnixNano: metricTime(1), asInt: '1' };
/** A request of each signal, and the same with items that are invalid where the protocol knows such. */
const GOOD: Readonly<Record<Signal, Buffer>> = {
  traces: traceBytes({ spans: [span] }),
  metrics: metricBytes([{ name: 'm', gauge: { dataPoints: [point] } }]),
  logs: logBytes({ logs: [{ body: 'one' }] }),
};
const PARTLY: Readonly<Record<'traces' | 'metrics', Buffer>> = {
  traces: traceBytes({ spans: [span, { ...span, spanId: '' }, { ...span, traceId: '0'.repeat(32) }] }),
  metrics: metricBytes([{ name: 'm', gauge: { dataPoints: [point, { asInt: '2' }] } }]),
};

/** Both refuse with the same words, each with its own number for it. */
function expectSameRefusal([http, grpc]: Both, code: ErrorCode): void {
  const refused = http.headers['content-type'] === 'application/x-protobuf';
  const message = refused ? rpcStatusOf(http.body).message : errorOf(http).message;
  expect(http.status).toBe(ERROR_CATALOGUE[code].status);
  expect(grpc).toMatchObject({ code: ERROR_CATALOGUE[code].grpc, details: message });
}

describe.for(['traces', 'metrics', 'logs'] as const)('%s over HTTP and gRPC', (signal) => {
  const stored = async (project: string): Promise<unknown> => {
    const list = signal === 'traces' ? 'spans?include_raw_span=true' : signal;
    const answer = await send(`${projectUrl(collector.url, project)}/${list}`);
    return jsonOf(answer);
  };

  test('are the same data', async () => {
    for (const [project, way] of [
      [`http-${signal}`, 0],
      [`grpc-${signal}`, 1],
    ] as const) {
      const headers = { 'x-project-id': project };
      if (way === 0)
        await send(`${collector.url}/v1/${signal}`, {
          headers: { ...PROTOBUF, ...headers },
          body: GOOD[signal],
        });
      else await callGrpc(collector.grpcAddress, GOOD[signal], { signal, metadata: headers });
    }
    const first = await stored(`http-${signal}`);
    expect(first).toMatchObject({ meta: { total_items: 1 } });
    expect(await stored(`grpc-${signal}`)).toEqual(first);
  });

  test('are accepted with the same answer, byte by byte', async () => {
    for (const body of [GOOD[signal], Buffer.alloc(0)]) {
      const [http, grpc] = await both(signal, { body });
      expect([http.status, grpc.code]).toEqual([200, 'OK']);
      expect(grpc.body).toEqual(http.body);
    }
  });

  test.runIf(signal !== 'logs')('are accepted in part with the same counts', async () => {
    const [http, grpc] = await both(signal, { body: PARTLY[signal as 'traces'] });
    expect([http.status, grpc.code]).toEqual([200, 'OK']);
    expect(partialOf(http.body)?.rejected).toBeGreaterThan(0);
    expect(grpc.body).toEqual(http.body);
  });

  const PAGE = { origin: 'https://evil.example' };
  test.for<[what: string, code: ErrorCode, sent: Sent]>([
    ['that can not be decoded', 'INVALID_OTLP', { body: Buffer.from([0x0a, 0xff]) }],
    ['cut short', 'INVALID_OTLP', { body: GOOD[signal].subarray(0, -1) }],
    ['of no project', 'INVALID_PROJECT_ID', { body: GOOD[signal], headers: { 'x-project-id': '.x' } }],
    ['of a foreign page', 'ORIGIN_NOT_ALLOWED', { body: GOOD[signal], headers: PAGE }],
    ['without a token', 'AUTH_REQUIRED', { body: GOOD[signal], to: () => guarded }],
    [
      'with a token that is none',
      'TOKEN_INVALID',
      { body: GOOD[signal], headers: { authorization: 'Bearer x' }, to: () => guarded },
    ],
  ])('%s are refused alike', async ([, code, sent]) => {
    expectSameRefusal(await both(signal, sent), code);
  });

  test('too large are refused, each by its own server', async () => {
    const [http, grpc] = await both(signal, { body: Buffer.alloc(LIMIT + 1) });
    expect([errorOf(http).code, grpc.code]).toEqual(['PAYLOAD_TOO_LARGE', 'RESOURCE_EXHAUSTED']);
  });

  test('past the buffer are refused alike, both with when to come again', async () => {
    const release = holdCommits(collector.dataDir);
    const waiting = send(`${collector.url}/v1/${signal}`, { headers: PROTOBUF, body: GOOD[signal] });
    try {
      while ((await read(Health, `${collector.url}/api/v1/health`)).queue.bytes === 0);
      const [http, grpc] = await both(signal, { body: GOOD[signal] });
      expectSameRefusal([http, grpc], 'BUFFER_FULL');
      expect(rpcStatusOf(grpc.status!).retrySeconds).toBe(Number(http.headers['retry-after']));
    } finally {
      release();
      expect((await waiting).status).toBe(200);
    }
  });
});
