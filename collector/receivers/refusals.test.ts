import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SpanPage } from '../contract/spans.ts';
import { errorOf, projectUrl, read } from '../testing/api-client.ts';
import { jsonOf, send } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf, traceRequest, type SpanSpec } from '../testing/otlp.ts';
import {
  JSON_TYPE,
  PROTOBUF,
  partialOf,
  partialOfJson,
  postJson,
  postProtobuf,
  rpcStatusOf,
} from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const LIMIT = 200_000;
const collector = sharedCollector({
  configure: (config) => (config.otel.ingestion.max_body_bytes = LIMIT),
});

const storedSpans = async (project: string): Promise<string[]> => {
  const { data } = await read(SpanPage, `${projectUrl(collector.url, project)}/spans?order_by=span_name:asc`);
  return data.map(({ span_name }) => span_name);
};
const good: SpanSpec = { traceId: traceIdOf(1), spanId: spanIdOf(1), name: 'good' };

describe('invalid spans', () => {
  const invalid: readonly SpanSpec[] = [
    { traceId: '0'.repeat(32), spanId: spanIdOf(2), name: 'zero trace id' },
    { traceId: traceIdOf(1), spanId: '0'.repeat(16), name: 'zero span id' },
    { traceId: 'abcd', spanId: spanIdOf(3), name: 'short trace id' },
    { traceId: traceIdOf(1), spanId: `${spanIdOf(4)}00`, name: 'long span id' },
    { traceId: '', spanId: spanIdOf(5), name: 'no trace id' },
  ];
  const spans = [...invalid.slice(0, 2), good, ...invalid.slice(2)];

  test('are counted in the protobuf answer, and the rest is stored', async () => {
    const answer = await postProtobuf(`${collector.url}/otel/partial-protobuf`, { spans });
    expect(answer.status).toBe(200);
    const message =
      'trace id is all zero (1); span id is all zero (1); trace id of 2 bytes, wanted 16 (1); span id of 9 bytes, wanted 8 (1); trace id of 0 bytes, wanted 16 (1)';
    expect(partialOf(answer.body)).toEqual({ rejected: 5, message });
    expect(await storedSpans('partial-protobuf')).toEqual(['good']);
  });

  test('are counted in the JSON answer, and the rest is stored', async () => {
    const notHex = { ...good, traceId: 'z'.repeat(32), name: 'no hex' };
    const answer = await postJson(`${collector.url}/otel/partial-json`, { spans: [...spans, notHex] });
    expect(answer.status).toBe(200);
    expect(partialOfJson(answer)).toEqual({ rejected: 6, message: expect.stringMatching(/id/) as string });
    // 64-bit integers are strings in OTLP JSON.
    expect(jsonOf(answer)).toMatchObject({ partialSuccess: { rejectedSpans: '6' } });
    expect(await storedSpans('partial-json')).toEqual(['good']);
  });

  test('may be all that there is: nothing is stored, and it makes no project', async () => {
    const answer = await postProtobuf(`${collector.url}/otel/all-invalid`, { spans: invalid });
    expect(partialOf(answer.body)).toMatchObject({ rejected: 5 });
    const projects = (await send(`${collector.url}/api/v1/projects`)).body.toString();
    expect(projects).not.toContain('all-invalid');
  });
});

describe('a protobuf body that can not be decoded', () => {
  const whole = traceBytes({ spans: [good] });
  const bodies: Readonly<Record<string, Buffer>> = {
    'random bytes': Buffer.from('ffffffffffffffffffff', 'hex'),
    'a truncated request': whole.subarray(0, -3),
    'a JSON request': Buffer.from(JSON.stringify(traceRequest({ spans: [good] }))),
    'a good span followed by garbage': Buffer.concat([whole, Buffer.from([0x0a, 0x7f, 1])]),
  };
  test.for(Object.entries(bodies))('%s is 400 with a google.rpc.Status', async ([, body]) => {
    const answer = await postProtobuf(`${collector.url}/otel/undecodable`, body);
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('application/x-protobuf');
    const status = rpcStatusOf(answer.body);
    expect(status).toMatchObject({ code: 3, retrySeconds: null });
    expect(status.message).not.toBe('');
    expect(await storedSpans('undecodable')).toEqual([]);
  });

  test('also when it is a damaged gzip', async () => {
    const answer = await postProtobuf(collector.url, Buffer.from('not gzip'), { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(400);
    expect(rpcStatusOf(answer.body).message).toMatch(/gzip/);
  });
});

describe('a JSON body that can not be decoded', () => {
  const bodies: Readonly<Record<string, string>> = {
    'an empty body': '',
    'half a body': '{"resourceSpans":[',
    'a list': '[]',
    'a string': '"resourceSpans"',
    'a number': '1',
    null: 'null',
    'an object where a list belongs': '{"resourceSpans":{}}',
    'a list where an object belongs': '{"resourceSpans":[{"resource":[]}]}',
    'a list of lists': '{"resourceSpans":[[]]}',
    'a list as a name': '{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":["a"]}]}]}]}',
    'text as a time': '{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"yesterday"}]}]}]}',
  };
  test.for(Object.entries(bodies))('%s is 400', async ([, body]) => {
    const answer = await postJson(`${collector.url}/otel/undecodable-json`, body);
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const parsed = jsonOf(answer) as Record<string, unknown>;
    // A google.rpc.Status with `error` and the collector's own code beside it.
    expect(parsed).toMatchObject({ error: 'Bad Request', code: 'INVALID_OTLP' });
    expect(parsed['message']).not.toBe('');
    expect(await storedSpans('undecodable-json')).toEqual([]);
  });

  test('leaves nothing of its good spans', async () => {
    const request = JSON.stringify(traceRequest({ spans: [good] }));
    const body = request.replace('"spans":[', '"spans":[{"attributes":{}},');
    const answer = await postJson(`${collector.url}/otel/half-good`, body);
    expect(answer.status).toBe(400);
    expect(await storedSpans('half-good')).toEqual([]);
  });

  test('does not take the requests beside it along', async () => {
    const base = `${collector.url}/otel/neighbours`;
    const answers = await Promise.all([
      postJson(base, { spans: [good] }),
      postJson(base, '{'),
      postProtobuf(base, Buffer.from([0xff])),
      postProtobuf(base, { spans: [{ ...good, spanId: spanIdOf(9), name: 'other' }] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 200]);
    expect(await storedSpans('neighbours')).toEqual(['good', 'other']);
  });
});

describe('a request that is too large', () => {
  const tooLarge = { status: 413, code: 'PAYLOAD_TOO_LARGE' };

  test('is 413 in the clear, with a length or without', async () => {
    for (const length of [LIMIT + 1, 20_000_000]) {
      const body = Buffer.alloc(length);
      for (const url of [collector.url, collector.otlpUrl])
        for (const type of [PROTOBUF, JSON_TYPE])
          expect(errorOf(await send(`${url}/v1/traces`, { headers: type, body }))).toMatchObject(tooLarge);
      const chunked = await postProtobuf(collector.url, body, { 'transfer-encoding': 'chunked' });
      expect(errorOf(chunked)).toMatchObject(tooLarge);
    }
  });

  test('is 413 when it grows too large in unpacking, and is never held', async () => {
    const zeros = Buffer.alloc(190 * 1024 * 1024);
    const packed = {
      gzip: zlib.gzipSync(zeros),
      deflate: zlib.deflateSync(zeros),
      br: zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
      zstd: zlib.zstdCompressSync(zeros),
    };
    const before = process.memoryUsage().rss;
    for (const [encoding, body] of Object.entries(packed)) {
      expect(body.length, encoding).toBeLessThan(LIMIT);
      const answer = await postProtobuf(collector.url, body, { 'content-encoding': encoding });
      expect(errorOf(answer), encoding).toMatchObject(tooLarge);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(zeros.length / 2);
  });

  test('is let through at exactly the limit', async () => {
    const empty = traceBytes({ spans: [{ ...good, attributes: { pad: 'x'.repeat(100_000) } }] });
    const spans = [{ ...good, attributes: { pad: 'x'.repeat(100_000 + LIMIT - empty.length) } }];
    const body = traceBytes({ spans });
    expect(body.length).toBe(LIMIT);
    expect(await postProtobuf(collector.url, body)).toMatchObject({ status: 200 });
    const packed = await postProtobuf(collector.url, zlib.gzipSync(body), { 'content-encoding': 'gzip' });
    expect(packed.status).toBe(200);
  });
});
