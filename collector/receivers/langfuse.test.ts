import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IngestRequestList, type IngestRequest } from '../contract/ingest-requests.ts';
import { errorOf, projectUrl } from '../testing/api-client.ts';
import { exactly } from '../testing/exact-schema.ts';
import { jsonOf, send, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf, traceRequest, type RequestSpec } from '../testing/otlp.ts';
import { JSON_TYPE, PROTOBUF } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let open: RunningCollector;
let guarded: RunningCollector;
beforeAll(async () => {
  open = await startCollector();
  guarded = await startCollector({ configure: ({ auth }) => (auth.enabled = true) });
});
afterAll(() => Promise.all([open.stop(), guarded.stop()]));

const TRACES = '/api/public/otel/v1/traces';
/** As it sends its keys. */
const basic = (secretKey: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`pk-lf-1:${secretKey}`).toString('base64')}`,
});
const bearer = (): Record<string, string> => ({ authorization: `Bearer ${guarded.token}` });

let lastTrace = 0;
const oneSpan = (): RequestSpec & { traceId: string } => {
  const traceId = traceIdOf(++lastTrace);
  return { traceId, spans: [{ traceId, spanId: spanIdOf(1) }] };
};
const post = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(url, { headers: { ...PROTOBUF, ...headers }, body: traceBytes(oneSpan()) });

/** What is written down of the request that was answered last, which may be as its client has its answer already. */
async function told({ url }: RunningCollector, path: string): Promise<IngestRequest> {
  for (;;) {
    const answer = await send(`${url}/api/v1/ingest/requests`, { headers: bearer() });
    const [newest] = exactly(IngestRequestList, jsonOf(answer)).data;
    if (newest?.path === path) return newest;
  }
}

describe('what SDKs of Langfuse send', () => {
  test('is stored with any keys, at both ports and in a project', async () => {
    const places = [
      [open.url, 'default'],
      [open.otlpUrl, 'default'],
      [`${open.url}/otel/shop`, 'shop'],
    ] as const;
    for (const [base, project] of places) {
      const inJson = oneSpan();
      const packed = oneSpan();
      const keys = basic('sk-lf-1');
      const answers = [
        await send(base + TRACES, {
          headers: { ...JSON_TYPE, ...keys },
          body: JSON.stringify(traceRequest(inJson)),
        }),
        await send(base + TRACES, {
          headers: { ...PROTOBUF, ...keys, 'content-encoding': 'gzip' },
          body: zlib.gzipSync(traceBytes(packed)),
        }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      for (const { traceId } of [inJson, packed])
        expect((await send(`${projectUrl(open.url, project)}/traces/${traceId}`)).status).toBe(200);
    }
  });

  test('is written down among the export requests', async () => {
    await post(open.url + TRACES);
    expect(await told(open, TRACES)).toMatchObject({ status: 200, signal: 'traces', spans: 1, advice: null });
  });

  const wrong = [
    ['/api/public/ingestion', ''],
    ['/otel/shop/api/public/media', '/otel/shop'],
    [`/${TRACES}`, ''],
  ] as const;
  test.for(wrong)('is nothing at %s, which tells what to send where', async ([path, project]) => {
    expect(errorOf(await post(open.url + path))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const { advice, signal } = await told(open, path);
    expect(signal).toBeNull();
    expect(advice).toContain('only traces are taken here');
    expect(advice).toContain(`LANGFUSE_BASE_URL=${open.url}${project}:`);
    expect(advice).toContain('LANGFUSE_MEDIA_UPLOAD_ENABLED=false');
  });
});

describe('where a token is needed', () => {
  test('it may be the secret key, for the places of Langfuse alone', async () => {
    for (const base of [guarded.url, guarded.otlpUrl, `${guarded.url}/otel/shop`]) {
      expect((await post(base + TRACES, basic(guarded.token!))).status).toBe(200);
      expect((await post(base + TRACES, bearer())).status).toBe(200);
      expect(errorOf(await post(`${base}/v1/traces`, basic(guarded.token!))).code).toBe('TOKEN_INVALID');
    }
    const read = await send(`${guarded.url}/api/v1/projects`, { headers: basic(guarded.token!) });
    expect(errorOf(read).code).toBe('TOKEN_INVALID');
  });

  test('any other key is refused, with what to set', async () => {
    const wrong = ['sk-lf-1', '', `${guarded.token!}:`, `x ${guarded.token!}`];
    for (const headers of [...wrong.map(basic), { authorization: 'Basic ' }, { authorization: 'Basic ?' }]) {
      expect(errorOf(await post(guarded.url + TRACES, headers))).toMatchObject({
        status: 401,
        code: 'TOKEN_INVALID',
      });
      expect((await told(guarded, TRACES)).advice).toMatch(
        /revoked: .* and set LANGFUSE_SECRET_KEY=<token>\.$/,
      );
    }
    expect(errorOf(await post(guarded.url + TRACES)).code).toBe('AUTH_REQUIRED');
  });

  test('what is not taken with a token either asks for none', async () => {
    await post(`${guarded.url}/api/public/ingestion`, basic(guarded.token!));
    expect((await told(guarded, '/api/public/ingestion')).advice).toContain('only traces are taken here');
  });
});
