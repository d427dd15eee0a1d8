import { describe, expect, test } from 'vitest';
import { errorOf, projectUrl } from '../testing/api-client.ts';
import { callGrpc, type GrpcAnswer } from '../testing/grpc-client.ts';
import { send, sendRaw, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { PROTOBUF } from '../testing/otlp-client.ts';
import { checkGrpcAccess } from './access.ts';
import { FOREIGN, FRIEND, LOCAL } from '../testing/origins.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import { startCollector } from '../testing/start-collector.ts';

const collector = sharedCollector({ configure: ({ server }) => (server.cors_origins = [FRIEND]) });

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

describe('the Origin of an export', () => {
  const paths = (): string[] => [
    `${collector.url}/v1/traces`,
    `${collector.url}/otel/v1/traces`,
    `${collector.url}/otel/shop/v1/traces`,
    `${collector.otlpUrl}/v1/traces`,
    `${collector.url}/api/public/otel/v1/traces`,
    `${collector.url}/otel/shop/api/public/otel/v1/traces`,
  ];

  test.for([...LOCAL, FRIEND])('%s may export and read the answer', async (origin) => {
    for (const path of paths()) {
      const answer = await post(path, { origin });
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      expect(answer.headers.vary).toMatch(/origin/i);
      // Else the exporter does not see when to come again.
      expect(answer.headers['access-control-expose-headers']).toBe('Retry-After');
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

  test('counts though the request says what a preflight would: that it asks for something else', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    for (const server of servers()) {
      expect(errorOf(await post(`${server}/v1/traces`, headers)).code).toBe('ORIGIN_NOT_ALLOWED');
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

describe('the Origin of a reading request', () => {
  const read = (origin: string, method = 'GET'): Promise<Answer> =>
    send(`${collector.url}/api/v1/health`, { method, headers: { origin } });

  test('a configured one may read', async () => {
    expect((await read(FRIEND)).headers['access-control-allow-origin']).toBe(FRIEND);
  });

  test.for([...LOCAL, ...FOREIGN])('%s gets no leave to read: that is for exporting only', async (origin) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await read(origin, method);
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('a configured one may change things, and is told so by a preflight', async () => {
    const url = `${collector.url}/api/v1/projects/none`;
    const asks = { origin: FRIEND, 'access-control-request-method': 'DELETE' };
    const { status, headers } = await send(url, { method: 'OPTIONS', headers: asks });
    expect([status, headers['access-control-allow-origin']]).toEqual([204, FRIEND]);
    expect(headers['access-control-allow-methods']).toMatch(/PATCH.*DELETE|DELETE.*PATCH/);
    const answer = await send(url, { method: 'DELETE', headers: { origin: FRIEND } });
    expect(errorOf(answer).code).toBe('PROJECT_NOT_FOUND');
    expect(answer.headers['access-control-allow-origin']).toBe(FRIEND);
  });

  test.for(LOCAL)('%s gets no leave to change anything from a preflight either', async (origin) => {
    for (const method of ['PATCH', 'DELETE', 'POST']) {
      const asks = { origin, 'access-control-request-method': method };
      const { headers } = await send(`${collector.url}/api/v1/settings`, {
        method: 'OPTIONS',
        headers: asks,
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test.for([...LOCAL, ...FOREIGN])('%s may not change anything, on whatever path', async (origin) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of [
        '/api/v1/projects/default',
        '/api/v1/project/default/otel/sessions',
        '/api/v1/settings',
      ])
        expect(errorOf(await send(`${collector.url}${path}`, { method, headers: { origin } }))).toMatchObject(
          {
            status: 403,
            code: 'ORIGIN_NOT_ALLOWED',
          },
        );
  });
});

test('the collector’s own page may read every answer', async () => {
  for (const host of ['localhost', '127.0.0.1']) {
    const own = `${host}:${portOf(collector.url)}`;
    const headers = { host: own, origin: `http://${own}` };
    const answer = await send(`${collector.url}/api/v1/projects`, { headers });
    expect(answer.headers['access-control-allow-origin']).toBe(`http://${own}`);
  }
});

describe('over gRPC', () => {
  const call = (authority: string | undefined, origin?: string): Promise<GrpcAnswer> =>
    callGrpc(
      collector.grpcAddress,
      traceBytes({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(++lastSpan) }] }),
      {
        ...(authority === undefined ? {} : { authority }),
        metadata: origin === undefined ? {} : { origin },
      },
    );

  test.for([undefined, 'localhost', 'localhost:4317', '127.0.0.1:1', '[::1]:4317'])(
    'the authority %s is this machine',
    async (authority) => {
      expect(await call(authority)).toMatchObject({ code: 'OK' });
      expect(await isStored()).toBe(true);
    },
  );

  test.for([
    'evil.example',
    'evil.example:4317',
    'localhost.evil.example',
    '169.254.169.254',
    '0.0.0.0:4317',
  ])('the authority %s is refused as over HTTP, and stores nothing', async (authority) => {
    const { message } = errorOf(await post(`${collector.url}/v1/traces`, { host: authority }));
    expect(await call(authority)).toMatchObject({ code: 'PERMISSION_DENIED', details: message });
    expect(await isStored()).toBe(false);
  });

  test.for([...LOCAL, FRIEND])('the origin %s may export', async (origin) => {
    expect(await call(undefined, origin)).toMatchObject({ code: 'OK' });
  });

  test.for(FOREIGN)('the origin %s is refused as over HTTP, and stores nothing', async (origin) => {
    const { message } = errorOf(await post(`${collector.url}/v1/traces`, { origin }));
    expect(await call(undefined, origin)).toMatchObject({ code: 'PERMISSION_DENIED', details: message });
    expect(await isStored()).toBe(false);
  });
});

describe('a collector that listens', () => {
  test('at an address of one interface takes that without its name, as every client sends it', () => {
    const at = { host: 'fe80::1%eth0', cors_origins: [] };
    const call = (authority: string) => () => checkGrpcAccess({ authority, origin: undefined }, at);
    expect(call('[fe80::1]:4317')).not.toThrow();
    expect(call('[fe80::2]:4317')).toThrow('is not this machine');
  });

  const statuses = async (listenOn: string, hosts: readonly string[]): Promise<number[]> => {
    const other = await startCollector({
      configure: ({ server }) => (server.host = listenOn),
      options: { allowUnauthenticated: true },
    });
    const url = `http://127.0.0.1:${portOf(other.url)}`;
    try {
      const answers = await Promise.all(
        hosts.map((host) => send(`${url}/api/v1/health`, { headers: { host } })),
      );
      return answers.map(({ status }) => status);
    } finally {
      await other.stop();
    }
  };

  test('on every address takes any address for its own, and no name', async () => {
    expect(await statuses('0.0.0.0', ['0.0.0.0', '192.168.1.5:5388', '[fe80::1]:5388', 'localhost'])).toEqual(
      [200, 200, 200, 200],
    );
    const names = ['evil.example', '192.168.1.5.evil.example', 'fe80::1', '[evil]', '192.168.1', ''];
    expect(await statuses('0.0.0.0', names)).toEqual(names.map(() => 403));
  });

  test('on one address takes that one beside the loopback names', async () => {
    expect(await statuses('127.0.0.1', ['127.0.0.2', '192.168.1.5'])).toEqual([403, 403]);
    expect(await statuses('0.0.0.0', ['127.0.0.2'])).toEqual([200]);
  });
});
