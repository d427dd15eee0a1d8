import net from 'node:net';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { IngestRequestList, type IngestRequest } from '../contract/ingest-requests.ts';
import { errorOf, read } from '../testing/api-client.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { holdCommits } from '../testing/hold-commits.ts';
import { send, sendRaw } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { PROTOBUF, postJson, postProtobuf } from '../testing/otlp-client.ts';
import { logBytes } from '../testing/otlp-logs.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

const LIMIT = 100_000;
const collector = sharedCollector({
  configure: ({ otel }) => {
    otel.ingestion.max_body_bytes = LIMIT;
    otel.ingestion.channel_capacity = 1;
  },
});

const urlOf = ({ url }: RunningCollector): string => `${url}/api/v1/ingest/requests`;
const list = async (): Promise<IngestRequest[]> => (await read(IngestRequestList, urlOf(collector))).data;
/** A receiver writes a request down as it ends, which its client may be ahead of. */
async function newest(isIt: (request: IngestRequest) => boolean): Promise<IngestRequest> {
  for (let i = 0; i < 1000; i++) {
    const [first] = await list();
    if (first && isIt(first)) return first;
  }
  throw new Error(`the newest is ${JSON.stringify((await list())[0])}`);
}
const trace: RequestSpec = { spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1) }] };
const bytes = traceBytes(trace);

describe('/api/v1/ingest/requests: what was taken is told with what it was', () => {
  test('over HTTP, from both ports', async () => {
    for (const base of [collector.url, collector.otlpUrl]) {
      const invalid = { ...trace.spans[0]!, spanId: '' };
      const body = zlib.gzipSync(traceBytes({ spans: [...trace.spans, invalid] }));
      const headers = { 'content-encoding': 'gzip', 'user-agent': `from ${base}`, 'x-project-id': 'shop' };
      await postProtobuf(base, body, headers);
      const request = await newest(({ user_agent }) => user_agent === `from ${base}`);
      expect(request).toEqual({
        time: expect.any(String) as string,
        project: 'shop',
        signal: 'traces',
        transport: 'http',
        path: '/v1/traces',
        encoding: 'gzip',
        content_type: 'application/x-protobuf',
        bytes: zlib.gunzipSync(body).length,
        spans: 1,
        rejected: 1,
        redacted: 0,
        status: 200,
        code: null,
        message: 'span id of 0 bytes, wanted 8',
        advice: null,
        duration_ms: expect.any(Number) as number,
        user_agent: `from ${base}`,
      });
    }
  });

  test('over gRPC, of another signal', async () => {
    const body = logBytes({ logs: [{ body: 'a' }, { body: 'b' }] });
    await callGrpc(collector.grpcAddress, body, { signal: 'logs', projectId: 'shop' });
    expect(await newest(({ signal }) => signal === 'logs')).toMatchObject({
      project: 'shop',
      transport: 'grpc',
      path: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
      content_type: 'application/grpc',
      bytes: body.length,
      spans: 2,
      rejected: 0,
      status: 200,
      code: null,
      message: null,
      advice: null,
      user_agent: expect.stringContaining('grpc') as string,
    });
  });

  test('what is odd about its spans is advised', async () => {
    const spans = [{ ...trace.spans[0]!, start: 0 }];
    await postJson(`${collector.url}/otel/odd`, { spans });
    expect((await newest(({ project }) => project === 'odd')).advice).toContain('before the year 2000');
    await callGrpc(collector.grpcAddress, traceBytes({ spans }), { projectId: 'odd-grpc' });
    expect((await newest(({ project }) => project === 'odd-grpc')).advice).toContain('before the year 2000');
  });
});

describe('/api/v1/ingest/requests: a refused request is told too', () => {
  const ways: readonly [
    what: string,
    way: () => Promise<unknown>,
    told: { readonly advice?: RegExp | null; readonly [field: string]: unknown },
  ][] = [
    [
      'of a type that is not read',
      () => postJson(collector.url, trace, { 'content-type': 'text/plain' }),
      { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', advice: /OTEL_EXPORTER_OTLP_PROTOCOL=http\/protobuf/ },
    ],
    [
      'packed in a way that is not read',
      () => postProtobuf(collector.url, bytes, { 'content-encoding': 'snappy' }),
      { status: 415, encoding: 'snappy', advice: /OTEL_EXPORTER_OTLP_COMPRESSION=gzip/ },
    ],
    [
      'too large',
      () => postProtobuf(collector.otlpUrl, Buffer.alloc(LIMIT + 1)),
      { status: 413, code: 'PAYLOAD_TOO_LARGE', bytes: LIMIT + 1, advice: /OTEL_BSP_MAX_EXPORT_BATCH_SIZE/ },
    ],
    [
      'that can not be decoded',
      () => postJson(`${collector.url}/otel/bad`, '['),
      { status: 400, code: 'INVALID_OTLP', project: 'bad', bytes: 1, advice: null },
    ],
    [
      'of no project',
      () => postJson(`${collector.url}/otel/.x`, trace),
      { status: 400, code: 'INVALID_PROJECT_ID', project: null, advice: null },
    ],
    [
      'over gRPC that can not be decoded',
      () => callGrpc(collector.grpcAddress, Buffer.from([0xff])),
      { transport: 'grpc', status: 400, code: 'INVALID_OTLP', bytes: 1 },
    ],
    [
      'over gRPC that is too large',
      () => callGrpc(collector.grpcAddress, Buffer.alloc(LIMIT + 1)),
      {
        transport: 'grpc',
        status: 413,
        code: 'PAYLOAD_TOO_LARGE',
        signal: 'traces',
        advice: /smaller batches/,
      },
    ],
    [
      'from a foreign page',
      () => postJson(collector.url, trace, { origin: 'https://evil.example' }),
      { status: 403, code: 'ORIGIN_NOT_ALLOWED', project: null, advice: /https:\/\/evil\.example/ },
    ],
  ];
  test.for(ways)('%s', async ([, way, { advice, ...told }]) => {
    const before = (await list()).length;
    await way();
    let requests = await list();
    while (requests.length === before) requests = await list();
    const request = requests[0]!;
    expect(request).toMatchObject({ ...told, spans: 0, rejected: 0 });
    expect(request.advice ?? 'none').toMatch(advice === null ? /^none$/ : (advice ?? /./));
  });

  test('where the buffer is full', async () => {
    const release = holdCommits(collector.dataDir);
    const waiting = postProtobuf(collector.url, bytes);
    try {
      while ((await read(Health, `${collector.url}/api/v1/health`)).queue.spans === 0);
      expect(errorOf(await postProtobuf(collector.url, bytes)).status).toBe(503);
      const { bytes: size } = await newest(({ code }) => code === 'BUFFER_FULL');
      expect(size).toBe(bytes.length);
    } finally {
      release();
      await waiting;
    }
  });

  test.for(['/', '/v1/trace', '/traces', '/v1/traces/', '/api/traces', '/v1/metric', '/v1/logs/export'])(
    'at %s of the standard port, with the path that was meant',
    async (path) => {
      await send(`${collector.otlpUrl}${path}`, { headers: PROTOBUF, body: bytes });
      const request = await newest((one) => one.path === path);
      expect(request).toMatchObject({ status: 404, code: 'NOT_FOUND', signal: null, bytes: bytes.length });
      const meant = /metric|log/.exec(path)?.[0] ?? 'trace';
      expect(request.advice).toContain(`OTEL_EXPORTER_OTLP_ENDPOINT=${collector.otlpUrl},`);
      expect(request.advice).toContain(`${collector.otlpUrl}/v1/${meant}s`);
    },
  );

  test('at a path of the main port that is not its API', async () => {
    await send(`${collector.url}/v1/trace`, { headers: PROTOBUF, body: bytes });
    const { advice } = await newest(({ path }) => path === '/v1/trace');
    expect(advice).toContain(`${collector.url}/v1/traces`);
    const before = (await list()).length;
    await send(`${collector.url}/api/v1/nothing`, { headers: PROTOBUF, body: bytes });
    await send(`${collector.url}/v1/traces`);
    expect(await list()).toHaveLength(before);
  });

  test('at a project of the standard port', async () => {
    await postProtobuf(`${collector.otlpUrl}/otel/shop`, trace);
    const { advice } = await newest(({ path }) => path === '/otel/shop/v1/traces');
    expect(advice).toContain(collector.url);
    expect(advice).toContain('x-project-id');
  });
});

describe('what speaks the wrong protocol to a port', () => {
  test('gRPC to the ports for HTTP', async () => {
    for (const url of [collector.url, collector.otlpUrl]) {
      const { code } = await callGrpc(new URL(url).host, bytes);
      expect(code).toBe('UNAVAILABLE');
      const request = await newest(({ transport, status }) => transport === 'grpc' && status === 400);
      expect(request).toMatchObject({ path: null, signal: null, code: 'VALIDATION_ERROR' });
      expect(request.advice).toContain(`send gRPC to http://${collector.grpcAddress}`);
      expect(request.advice).toContain('OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf');
      await postProtobuf(url, trace);
    }
  });

  test('HTTP to the port for gRPC, which answers in HTTP', async () => {
    const url = `http://${collector.grpcAddress}`;
    const answer = await postProtobuf(url, trace, { 'user-agent': 'OTel-OTLP-Exporter' });
    expect(errorOf(answer)).toMatchObject({
      status: 400,
      message: expect.stringContaining('gRPC') as string,
    });
    const request = await newest(({ path }) => path === '/v1/traces');
    expect(request).toMatchObject({
      transport: 'http',
      content_type: 'application/x-protobuf',
      user_agent: 'OTel-OTLP-Exporter',
    });
    expect(request.advice).toContain(`send it to ${collector.otlpUrl}`);
    expect(request.advice).toContain('OTEL_EXPORTER_OTLP_PROTOCOL=grpc');
  });

  test('TLS to any port', async () => {
    for (const url of [collector.url, collector.otlpUrl, `http://${collector.grpcAddress}`]) {
      await sendRaw(url, '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003');
      const { advice } = await newest((request) => request.advice?.includes('TLS') ?? false);
      expect(advice).toContain('http://');
      await postProtobuf(collector.url, trace);
    }
  });

  test('a connection that says nothing holds nobody up', async () => {
    const [hostname, port] = collector.grpcAddress.split(':');
    const silent = net.connect(Number(port), hostname);
    await new Promise((resolve) => silent.once('connect', resolve));
    expect(await callGrpc(collector.grpcAddress, bytes)).toMatchObject({ code: 'OK' });
    silent.destroy();
  });
});

test('the last 200 are kept, the newest first, and long text of theirs is cut', async () => {
  // One of its own: a gRPC client that was refused by an HTTP port may come back to it.
  const own = await startCollector();
  try {
    const told = async (): Promise<IngestRequest[]> => (await read(IngestRequestList, urlOf(own))).data;
    const long = 'x'.repeat(5000);
    for (let n = 0; n < 205; n++)
      await postProtobuf(own.url, Buffer.alloc(0), { 'user-agent': `${n} ${long}` });
    const requests = await told();
    expect(requests[0]!.user_agent).toHaveLength(301);
    expect(requests.map(({ user_agent }) => Number(user_agent?.split(' ')[0]))).toEqual(
      Array.from({ length: 200 }, (_, i) => 204 - i),
    );
    await send(`${own.otlpUrl}/${long}`, { headers: PROTOBUF, body: bytes });
    expect((await told())[0]!.path).toHaveLength(301);
  } finally {
    await own.stop();
  }
});
