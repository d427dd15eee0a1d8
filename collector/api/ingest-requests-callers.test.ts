import { describe, expect, test } from 'vitest';
import { IngestRequestList, type IngestRequest } from '../contract/ingest-requests.ts';
import { read } from '../testing/api-client.ts';
import { callGrpc } from '../testing/grpc-client.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { postJson } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import { startCollector } from '../testing/start-collector.ts';

const collector = sharedCollector();

const list = async (url = collector.url): Promise<IngestRequest[]> =>
  (await read(IngestRequestList, `${url}/api/v1/ingest/requests`)).data;

/** What is written down of a request, which may be as its client has its answer already. */
async function told(way: () => Promise<unknown>, url?: string): Promise<IngestRequest> {
  const before = (await list(url)).length;
  await way();
  await expect.poll(async () => (await list(url)).length).toBeGreaterThan(before);
  return (await list(url))[0]!;
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

describe('/api/v1/ingest/requests tells of a host that is none of the collector’s', () => {
  const REFUSED = { status: 403, code: 'HOST_NOT_ALLOWED', signal: 'traces' };

  test('over HTTP and gRPC, and of a browser’s preflight, with what to send to', async () => {
    const url = `${collector.otlpUrl}/v1/traces`;
    const page = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
    const host = 'host.docker.internal:4318';
    const ways = [
      () => send(url, { method: 'POST', headers: { host } }),
      () => send(url, { method: 'OPTIONS', headers: { host, ...page } }),
      () => callGrpc(collector.grpcAddress, Buffer.alloc(0), { authority: host }),
    ];
    for (const way of ways) {
      const request = await told(way);
      expect(request).toMatchObject(REFUSED);
      expect(request.advice).toMatch(
        /host\.docker\.internal:4318 .*127\.0\.0\.1.*container.*server\.host to 0\.0\.0\.0/,
      );
    }
  });

  test('but repeats none that could be pasted', async () => {
    const headers = { host: 'OTEL_X=evil' };
    const { advice } = await told(() => send(`${collector.url}/v1/traces`, { method: 'POST', headers }));
    expect(advice).toContain('127.0.0.1');
    expect(advice).not.toContain('evil');
  });

  test('where it listens on every address: an address is to be sent to', async () => {
    const open = await startCollector({
      configure: ({ server }) => (server.host = '0.0.0.0'),
      options: { allowUnauthenticated: true },
    });
    try {
      const url = `http://127.0.0.1:${new URL(open.url).port}`;
      const headers = { host: 'my-laptop' };
      const request = await told(() => send(`${url}/v1/traces`, { method: 'POST', headers }), url);
      expect(request).toMatchObject(REFUSED);
      expect(request.advice).toMatch(/my-laptop .*IP address/);
      expect(request.advice).not.toContain('server.host');
    } finally {
      await open.stop();
    }
  });
});
