import { describe, expect, test } from 'vitest';
import { IngestRequestList, type IngestRequest } from '../contract/ingest-requests.ts';
import { errorOf, read } from '../testing/api-client.ts';
import { callGrpc, grpcMessage, rawGrpcCall } from '../testing/grpc-client.ts';
import { PROTOBUF, postJson, storeSignal } from '../testing/otlp-client.ts';
import { send, sendRaw } from '../testing/http-client.ts';
import { metricBytes } from '../testing/otlp-metrics.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

const list = async (): Promise<IngestRequest[]> =>
  (await read(IngestRequestList, `${collector.url}/api/v1/ingest/requests`)).data;

/** What is written down of a request, which may be as its client has its answer already. */
async function told(way: () => Promise<unknown>): Promise<IngestRequest> {
  const before = (await list()).length;
  await way();
  await expect.poll(async () => (await list()).length).toBeGreaterThan(before);
  return (await list())[0]!;
}

describe('/api/v1/ingest/requests tells in `message` what the exporter was told', () => {
  test('of items that were rejected, over HTTP and gRPC', async () => {
    const body = metricBytes([{ name: 'nt', gauge: { dataPoints: [{ asInt: '1' }] } }]);
    const message = 'data point of nt without a time';
    const ways = [
      () => send(`${collector.url}/v1/metrics`, { headers: PROTOBUF, body }),
      () => callGrpc(collector.grpcAddress, body, { signal: 'metrics' }),
    ];
    for (const way of ways) expect(await told(way)).toMatchObject({ status: 200, rejected: 1, message });
  });

  test('of a body that can not be decoded', async () => {
    const body = '{"resourceSpans":[{"scopeSpans":[{"spans":[{"kind":"server"}]}]}]}';
    let answered = '';
    const request = await told(async () => {
      answered = errorOf(await postJson(collector.url, body)).message;
    });
    expect(request).toMatchObject({ status: 400, code: 'INVALID_OTLP', message: answered });
    expect(answered).toContain('spans.kind must be');
    const overGrpc = await told(async () => {
      answered = (await callGrpc(collector.grpcAddress, Buffer.from([0xff]))).details;
    });
    expect(overGrpc).toMatchObject({ code: 'INVALID_OTLP', message: answered });
  });

  test('and nothing where all is well', async () => {
    const request = await told(() => storeSignal(collector.url, 'default', 'traces', { resourceSpans: [] }));
    expect(request).toMatchObject({ status: 200, message: null });
  });

  test('cut, where it is long', async () => {
    const body = metricBytes([{ name: 'n'.repeat(1000), gauge: { dataPoints: [{ asInt: '1' }] } }]);
    const { message } = await told(() => send(`${collector.url}/v1/metrics`, { headers: PROTOBUF, body }));
    expect(message).toHaveLength(301);
  });
});

describe('/api/v1/ingest/requests tells of what is not received at all', () => {
  const UNIMPLEMENTED = '12';
  const PROFILES = 'opentelemetry.proto.collector.profiles.v1development.ProfilesService/Export';
  const ways: readonly [what: string, path: string, advice: RegExp][] = [
    ['profiles', `/${PROFILES}`, /Profiles are not stored here/],
    ['spans for Jaeger', '/jaeger.api_v2.CollectorService/PostSpans', /OTEL_TRACES_EXPORTER=otlp/],
    [
      'a method that is none',
      '/opentelemetry.proto.collector.trace.v1.TraceService/Send',
      /TraceService, MetricsService and LogsService/,
    ],
  ];
  test.for(ways)('over gRPC: %s', async ([, path, advice]) => {
    const message = grpcMessage(Buffer.from('an export'), { isPacked: false });
    const request = await told(async () =>
      expect(await rawGrpcCall(collector.grpcAddress, [message], { ':path': path })).toBe(UNIMPLEMENTED),
    );
    expect(request).toMatchObject({ path, transport: 'grpc', signal: null, status: 404, code: 'NOT_FOUND' });
    expect(request.message).toContain(path);
    expect(request.advice).toMatch(advice);
  });

  test('over HTTP: profiles', async () => {
    const url = `${collector.otlpUrl}/v1development/profiles`;
    const request = await told(() => send(url, { headers: PROTOBUF, body: Buffer.alloc(1) }));
    expect(request).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(request.advice).toMatch(/Profiles are not stored here/);
  });
});

test('/api/v1/ingest/requests tells no query, in which some exporters send a key', async () => {
  const key = '?api-key=top-secret';
  const post = (url: string): Promise<unknown> => send(url + key, { headers: PROTOBUF, body: 'no protobuf' });
  const head = `POST /v1/traces${key} HTTP/1.1\r\n\r\n`;
  const ways: readonly [path: string, way: () => Promise<unknown>][] = [
    ['/v1/traces', () => post(`${collector.url}/v1/traces`)],
    ['/v1/nothing', () => post(`${collector.otlpUrl}/v1/nothing`)],
    ['/v1/traces', () => sendRaw(`http://${collector.grpcAddress}`, head)],
  ];
  for (const [path, way] of ways) expect(await told(way)).toMatchObject({ path });
  expect(JSON.stringify(await list())).not.toContain('top-secret');
});
