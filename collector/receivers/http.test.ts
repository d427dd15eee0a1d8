import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { TraceDetail, TracePage } from '../contract/traces.ts';
import { errorOf, projectUrl, read, readError } from '../testing/api-client.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf, traceRequest, type RequestSpec } from '../testing/otlp.ts';
import { JSON_TYPE, PROTOBUF, partialOfJson, postJson, postProtobuf } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

let lastTrace = 0;
const oneSpan = (): RequestSpec & { traceId: string } => {
  const traceId = traceIdOf(++lastTrace);
  return { traceId, spans: [{ traceId, spanId: spanIdOf(1), attributes: { 'gen_ai.system': 'openai' } }] };
};
const isStored = async (traceId: string, project = 'default'): Promise<boolean> =>
  (await send(`${projectUrl(collector.url, project)}/traces/${traceId}`)).status === 200;

describe('an accepted request', () => {
  test('is answered in protobuf with an empty body when it came in protobuf', async () => {
    const answer = await postProtobuf(collector.url, oneSpan());
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/x-protobuf');
    expect(answer.body.length).toBe(0);
  });

  test('is answered with {} when it came in JSON', async () => {
    const answer = await postJson(collector.url, oneSpan());
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.body.toString()).toBe('{}');
  });

  test('is in the database when the answer comes', async () => {
    const request = oneSpan();
    await postJson(collector.otlpUrl, request);
    expect(await isStored(request.traceId)).toBe(true);
  });

  test('may hold nothing at all', async () => {
    expect(await postProtobuf(collector.url, Buffer.alloc(0))).toMatchObject({ status: 200 });
    for (const body of ['{}', '{"resourceSpans":[]}', '{"resourceSpans":null}', '{"somethingElse":[1]}'])
      expect(partialOfJson(await postJson(collector.url, body))).toBeNull();
  });

  test('may name keys in snake case, enums by name and 64-bit integers as numbers', async () => {
    const traceId = traceIdOf(++lastTrace);
    const body = {
      resource_spans: [
        {
          scope_spans: [
            {
              spans: [
                {
                  trace_id: traceId.toUpperCase(),
                  span_id: spanIdOf(1),
                  name: 'snake',
                  kind: 'SPAN_KIND_CLIENT',
                  start_time_unix_nano: 1_770_000_000_000_000_000,
                  end_time_unix_nano: '1770000001000000000',
                  status: { code: 'STATUS_CODE_ERROR' },
                  attributes: [{ key: 'n', value: { int_value: 7 } }],
                },
              ],
            },
          ],
        },
      ],
    };
    await postJson(collector.url, JSON.stringify(body));
    const trace = await read(TraceDetail, `${projectUrl(collector.url)}/traces/${traceId}`);
    expect(trace.spans).toMatchObject([{ span_kind: 'CLIENT', status_code: 'ERROR', duration_ms: 1000 }]);
  });

  test('may come without a length', async () => {
    const request = oneSpan();
    const answer = await postProtobuf(collector.url, request, { 'transfer-encoding': 'chunked' });
    expect(answer.status).toBe(200);
    expect(await isStored(request.traceId)).toBe(true);
  });
});

describe('content types', () => {
  test.for(['application/json; charset=utf-8', 'APPLICATION/JSON'])('%s is JSON', async (type) => {
    expect(await postJson(collector.url, oneSpan(), { 'content-type': type })).toMatchObject({ status: 200 });
  });

  test.for(['text/plain', 'application/xml', 'application/grpc', 'application/protobuf', 'nonsense', ''])(
    '%j is 415',
    async (type) => {
      const request = oneSpan();
      const answer = await postJson(collector.url, request, { 'content-type': type });
      expect(errorOf(answer)).toMatchObject({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: `Content-Type "${type}" is not supported: use application/x-protobuf or application/json`,
      });
      expect(await isStored(request.traceId)).toBe(false);
    },
  );

  test('none at all is 415, with a body or without', async () => {
    const body = traceBytes(oneSpan());
    for (const sent of [body, undefined]) {
      const answer = await send(`${collector.url}/v1/traces`, { method: 'POST', body: sent });
      expect(errorOf(answer)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    }
  });
});

const PACKERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => zlib.gzipSync(body),
  deflate: (body) => zlib.deflateSync(body),
  br: (body) => zlib.brotliCompressSync(body),
  zstd: (body) => zlib.zstdCompressSync(body),
  identity: (body) => body,
};

describe.for(Object.entries(PACKERS))('content encoding %s', ([encoding, pack]) => {
  test('is understood, in protobuf and in JSON', async () => {
    for (const type of [PROTOBUF, JSON_TYPE]) {
      const request = oneSpan();
      const clear =
        type === PROTOBUF ? traceBytes(request) : Buffer.from(JSON.stringify(traceRequest(request)));
      const answer = await send(`${collector.otlpUrl}/v1/traces`, {
        headers: { ...type, 'content-encoding': encoding.toUpperCase() },
        body: pack(clear),
      });
      expect(answer.status).toBe(200);
      expect(await isStored(request.traceId)).toBe(true);
    }
  });
});

test.for(Object.entries(PACKERS).filter(([encoding]) => encoding !== 'identity'))(
  'a damaged body of content encoding %s is 400, and nothing is stored',
  async ([encoding, pack]) => {
    const request = oneSpan();
    const packed = pack(traceBytes(request));
    for (const damaged of [packed.subarray(0, -8), Buffer.from('this is not packed at all')]) {
      const answer = await postProtobuf(collector.url, damaged, { 'content-encoding': encoding });
      expect(answer.status).toBe(400);
    }
    expect(await isStored(request.traceId)).toBe(false);
  },
);

test.for(['compress', 'gzip, gzip', 'snappy', '__proto__'])(
  'content encoding %s is 415',
  async (encoding) => {
    const request = oneSpan();
    const answer = await postProtobuf(collector.url, request, { 'content-encoding': encoding });
    expect(errorOf(answer)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    expect(await isStored(request.traceId)).toBe(false);
  },
);

describe('projects', () => {
  test.for(['a', 'A.b_c-9', '9'.repeat(64)])('%s is a project from its first span on', async (project) => {
    const request = oneSpan();
    expect(await read(TracePage, `${projectUrl(collector.url, project)}/traces`)).toMatchObject({ data: [] });
    await postProtobuf(`${collector.url}/otel/${project}`, request);
    expect(await isStored(request.traceId, project)).toBe(true);
    expect(await isStored(request.traceId)).toBe(false);
  });

  const wrong = ['.hidden', '-x', '_x', 'a b', 'ü', '../etc', 'a/b', 'x'.repeat(65), 'a\u0000b', 'a%'];
  test.for(wrong)('%j in the path is 400', async (project) => {
    const answer = await postJson(`${collector.url}/otel/${encodeURIComponent(project)}`, oneSpan());
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'INVALID_PROJECT_ID' });
  });

  test.for(['a b', '.x', 'a,b', 'x'.repeat(65)])('%j in the header is 400', async (project) => {
    const answer = await postJson(collector.otlpUrl, oneSpan(), { 'x-project-id': project });
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'INVALID_PROJECT_ID' });
  });

  test('the header counts on every path without a project, and the path before the header', async () => {
    for (const base of [collector.url, `${collector.url}/otel`, collector.otlpUrl]) {
      const request = oneSpan();
      await postProtobuf(base, request, { 'x-project-id': 'named' });
      expect(await isStored(request.traceId, 'named')).toBe(true);
    }
    const request = oneSpan();
    await postProtobuf(`${collector.url}/otel/in-path`, request, { 'x-project-id': 'named' });
    expect(await isStored(request.traceId, 'in-path')).toBe(true);
  });

  test('an empty one in the path is 400, in the header it is none', async () => {
    const request = oneSpan();
    const answer = await postProtobuf(`${collector.url}/otel/`, request);
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'INVALID_PROJECT_ID' });
    expect(await isStored(request.traceId)).toBe(false);
    await postProtobuf(collector.url, request, { 'x-project-id': '' });
    expect(await isStored(request.traceId)).toBe(true);
  });

  test('one trace id in two projects is two traces', async () => {
    const request = oneSpan();
    for (const project of ['one', 'two']) await postProtobuf(`${collector.url}/otel/${project}`, request);
    for (const project of ['one', 'two'])
      expect(await read(TracePage, `${projectUrl(collector.url, project)}/traces`)).toMatchObject({
        meta: { total_items: 1 },
      });
  });

  test('the standard port knows no project paths', async () => {
    const answer = await postProtobuf(`${collector.otlpUrl}/otel/shop`, oneSpan());
    expect(errorOf(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await readError(`${collector.otlpUrl}/api/v1/health`)).toMatchObject({ code: 'NOT_FOUND' });
  });
});
