import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf, projectUrl } from '../testing/api-client.ts';
import { send, sendRaw, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { PROTOBUF } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

const FRIEND = 'https://friend.example';
let collector: RunningCollector;
beforeAll(async () => {
  collector = await startCollector({ configure: ({ server }) => (server.cors_origins = [FRIEND]) });
});
afterAll(() => collector.stop());

const servers = (): string[] => [collector.url, collector.otlpUrl];
const portOf = (url: string): string => new URL(url).port;
let lastSpan = 0;
const post = (url: string, headers: Record<string, string>): Promise<Answer> =>
  send(url, {
    headers: { ...PROTOBUF, ...headers },
    body: traceBytes({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(++lastSpan) }] }),
  });
const isStored = async (): Promise<boolean> =>
  (await send(`${projectUrl(collector.url)}/traces/${traceIdOf(1)}/spans/${spanIdOf(lastSpan)}`)).status ===
  200;

describe('the Host header', () => {
  test.for(['localhost', 'LOCALHOST', '127.0.0.1', '[::1]', 'localhost:80', '127.0.0.1:1', '[::1]:5388'])(
    '%s is this machine',
    async (host) => {
      expect((await send(`${collector.url}/api/v1/health`, { headers: { host } })).status).toBe(200);
      for (const server of servers()) expect((await post(`${server}/v1/traces`, { host })).status).toBe(200);
    },
  );

  test.for([
    'evil.example',
    'localhost.evil.example',
    'evil.example:5388',
    '127.0.0.1.evil.example',
    '169.254.169.254',
    '0.0.0.0',
    'localhost@evil.example',
    '::1',
    '',
  ])('%j is HOST_NOT_ALLOWED, on every server and path, and stores nothing', async (host) => {
    const refused = { status: 403, code: 'HOST_NOT_ALLOWED' };
    for (const path of ['/', '/api/v1/health', '/nothing', '/api/v1/project/default/otel/sse'])
      expect(errorOf(await send(`${collector.url}${path}`, { headers: { host } }))).toMatchObject(refused);
    for (const server of servers()) {
      expect(errorOf(await post(`${server}/v1/traces`, { host }))).toMatchObject(refused);
      expect(await isStored()).toBe(false);
    }
  });

  test('none at all is HOST_NOT_ALLOWED too', async () => {
    for (const version of ['1.0', '1.1']) {
      const head = `GET /api/v1/health HTTP/${version}\r\nConnection: close\r\n\r\n`;
      for (const server of servers()) {
        const answer = await sendRaw(server, head);
        expect(answer).toMatch(/^HTTP\/1\.1 403 /);
        expect(answer).toContain('HOST_NOT_ALLOWED');
      }
    }
  });
});

const LOCAL = ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://localhost'];
const FOREIGN = [
  'https://evil.example',
  'http://localhost.evil.example',
  'http://evil.example:3000',
  'https://localhost:3000',
  'http://localhost:3000.evil.example',
  'null',
  'file://',
];

describe('the Origin of an export', () => {
  const paths = (): string[] => [
    `${collector.url}/v1/traces`,
    `${collector.url}/otel/v1/traces`,
    `${collector.url}/otel/shop/v1/traces`,
    `${collector.otlpUrl}/v1/traces`,
  ];

  test.for([...LOCAL, FRIEND])('%s may export and read the answer', async (origin) => {
    for (const path of paths()) {
      const answer = await post(path, { origin });
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      expect(answer.headers.vary).toMatch(/origin/i);
    }
  });

  test.for(LOCAL)('%s may read a refusal as well', async (origin) => {
    const answer = await post(`${collector.otlpUrl}/v1/traces`, { origin, 'content-type': 'text/plain' });
    expect(errorOf(answer).status).toBe(415);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
  });

  test.for(FOREIGN)('%s is ORIGIN_NOT_ALLOWED and stores nothing', async (origin) => {
    for (const path of paths()) {
      const answer = await post(path, { origin });
      expect(errorOf(answer)).toMatchObject({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(await isStored()).toBe(false);
    }
  });

  test('the collector’s own page may do everything', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const own = `${host}:${portOf(collector.url)}`;
      const answer = await post(`${collector.url}/v1/traces`, { host: own, origin: `http://${own}` });
      expect(answer.status).toBe(200);
    }
  });
});

describe('a preflight', () => {
  const preflight = (url: string, origin: string): Promise<Answer> =>
    send(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-project-id',
      },
    });

  test.for([...LOCAL, FRIEND])('from %s lets an export through, on both servers', async (origin) => {
    for (const path of ['/v1/traces', '/v1/logs', '/v1/metrics']) {
      for (const server of servers()) {
        const { status, headers } = await preflight(`${server}${path}`, origin);
        expect([status, headers['access-control-allow-origin']]).toEqual([204, origin]);
        expect(headers['access-control-allow-methods']).toContain('POST');
        expect(headers['access-control-allow-headers']).toMatch(/content-type/);
        expect(headers['access-control-allow-headers']).toMatch(/x-project-id/);
      }
    }
  });

  test.for(FOREIGN)('from %s allows nothing', async (origin) => {
    for (const path of ['/v1/traces', '/api/v1/projects', '/nothing']) {
      const { headers } = await preflight(`${collector.url}${path}`, origin);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

describe('the Origin of a reading request', () => {
  const read = (origin: string): Promise<Answer> =>
    send(`${collector.url}/api/v1/health`, { headers: { origin } });

  test('a configured one may read', async () => {
    expect((await read(FRIEND)).headers['access-control-allow-origin']).toBe(FRIEND);
  });

  test.for([...LOCAL, ...FOREIGN])('%s gets no leave to read: that is for exporting only', async (origin) => {
    expect((await read(origin)).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.for(FOREIGN)('%s may not change anything, on whatever path', async (origin) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of ['/api/v1/projects/default', '/api/v1/project/default/otel/sessions'])
        expect(errorOf(await send(`${collector.url}${path}`, { method, headers: { origin } }))).toMatchObject(
          {
            status: 403,
            code: 'ORIGIN_NOT_ALLOWED',
          },
        );
  });
});
