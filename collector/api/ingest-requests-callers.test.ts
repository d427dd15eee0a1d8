import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IngestRequestList, type IngestRequest } from '../contract/ingest-requests.ts';
import { read } from '../testing/api-client.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { postJson } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

const list = async (): Promise<IngestRequest[]> =>
  (await read(IngestRequestList, `${collector.url}/api/v1/ingest/requests`)).data;

/** What is written down of a request, which may be as its client has its answer already. */
async function told(way: () => Promise<unknown>): Promise<IngestRequest> {
  const before = (await list()).length;
  await way();
  await expect.poll(async () => (await list()).length, { timeout: 20_000 }).toBeGreaterThan(before);
  return (await list())[0]!;
}

const preflight = (url: string, origin: string, method = 'POST'): Promise<Answer> =>
  send(url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } });

describe('/api/v1/ingest/requests tells of a web page that may not export', () => {
  const APP = 'https://app.example:8443';
  const REFUSED = { status: 403, code: 'ORIGIN_NOT_ALLOWED', signal: 'logs', spans: 0 };
  const ADVICE = `add ${APP} to server.cors_origins`;

  test('whose browser asks first, and so never sends', async () => {
    for (const base of [collector.url, `${collector.url}/otel/shop`, collector.otlpUrl]) {
      const request = await told(() => preflight(`${base}/v1/logs?a=b`, APP));
      expect(request).toMatchObject({ ...REFUSED, path: expect.stringMatching(/v1\/logs/) as string });
      expect(request.message).toContain(APP);
      expect(request.advice).toContain(ADVICE);
    }
  });

  test('that sends at once, over HTTP and gRPC', async () => {
    const ways = [
      () => send(`${collector.url}/v1/logs`, { method: 'POST', headers: { origin: APP }, body: '{}' }),
      () => callGrpc(collector.grpcAddress, Buffer.alloc(0), { signal: 'logs', metadata: { origin: APP } }),
    ];
    for (const way of ways) {
      const request = await told(way);
      expect(request).toMatchObject(REFUSED);
      expect(request.advice).toContain(ADVICE);
    }
  });

  test('and names the path first, where none of its origin would be of use', async () => {
    for (const origin of [APP, 'http://localhost:3000']) {
      const { signal, advice } = await told(() => preflight(`${collector.otlpUrl}/v1/trace`, origin));
      expect(signal).toBeNull();
      expect(advice).toContain(`${collector.otlpUrl}/v1/traces`);
      expect(advice).not.toContain('cors_origins');
    }
  });

  test('and says of a file that it has no origin, and of what is none nothing that could be pasted', async () => {
    const url = `${collector.url}/v1/traces`;
    expect((await told(() => preflight(url, 'null'))).advice).toContain('http://localhost');
    const { advice } = await told(() => preflight(url, 'https://x OTEL_X=evil'));
    expect(advice).toContain('server.cors_origins');
    expect(advice).not.toContain('evil');
  });

  test('but not of a preflight that lets it through, nor of the API', async () => {
    const before = (await list()).length;
    await preflight(`${collector.url}/v1/traces`, 'http://localhost:3000');
    await preflight(`${collector.url}/v1/traces`, APP, 'GET');
    await preflight(`${collector.url}/api/v1/tokens`, APP);
    await send(`${collector.url}/v1/traces`, { method: 'OPTIONS' });
    await postJson(collector.url, '{}');
    const requests = await list();
    expect(requests).toHaveLength(before + 1);
    expect(requests[0]).toMatchObject({ status: 200 });
  });
});
