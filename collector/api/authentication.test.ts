import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyFile } from '../auth/key.ts';
import { TokenRegistry } from '../auth/registry.ts';
import { createToken } from '../auth/tokens.ts';
import { errorOf, projectUrl } from '../testing/api-client.ts';
import { openStream } from '../testing/event-stream.ts';
import { everyRoute } from '../testing/every-route.ts';
import { callGrpc, type GrpcAnswer } from '../testing/grpc-client.ts';
import { send, type Answer } from '../testing/http-client.ts';
import { spanIdOf, traceBytes, traceIdOf } from '../testing/otlp.ts';
import { PROTOBUF } from '../testing/otlp-client.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

let collector: RunningCollector;
beforeAll(async () => {
  collector = await startCollector({ configure: ({ auth }) => (auth.enabled = true) });
});
afterAll(() => collector.stop());

const make = (name: string | null = null, ttlMs: number | null = null, now?: number): string =>
  createToken(collector.dataDir, { name, ttlMs }, now);
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const spans = traceBytes({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1) }] });

const exportPaths = ({ url, otlpUrl }: RunningCollector): string[] => [
  ...[url, otlpUrl].flatMap((base) => ['traces', 'metrics', 'logs'].map((signal) => `${base}/v1/${signal}`)),
  `${url}/otel/v1/traces`,
  `${url}/otel/shop/v1/traces`,
];
const post = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(url, { headers: { ...PROTOBUF, ...headers }, body: url.endsWith('traces') ? spans : '' });
const grpc = (authorization?: string): Promise<GrpcAnswer> =>
  callGrpc(collector.grpcAddress, spans, {
    metadata: authorization === undefined ? {} : { authorization },
  });

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (): string => `${encode({ alg: 'none', typ: 'JWT' })}.${make().split('.')[1]}.`;
/** Signed with the key, as somebody who found it could: the registry does not know it. */
function unregistered(): string {
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ jti: '0123456789abcdef', iat: 1 })}`;
  const key = Buffer.from(readFileSync(keyFile(collector.dataDir), 'latin1').trim(), 'base64url');
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

/** Every way in with this header. */
async function refusals(authorization: string | undefined): Promise<unknown[]> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const read = await send(`${collector.url}/api/v1/projects`, { headers });
  const answers = [read, ...(await Promise.all(exportPaths(collector).map((path) => post(path, headers))))];
  const streams = await send(`${projectUrl(collector.url)}/sse`, { headers });
  return [...answers, streams].map((answer) => {
    const { status, code, message } = errorOf(answer);
    return { status, code, challenge: answer.headers['www-authenticate'], message };
  });
}

describe('without credentials', () => {
  test('every way in is AUTH_REQUIRED, over HTTP and gRPC alike', async () => {
    const all = await refusals(undefined);
    for (const one of all)
      expect(one).toMatchObject({ status: 401, code: 'AUTH_REQUIRED', challenge: 'Bearer' });
    expect(await grpc()).toMatchObject({
      code: 'UNAUTHENTICATED',
      details: (all[0] as { message: string }).message,
    });
  });

  test('nothing is told about what exists', async () => {
    for (const path of ['/api/v1/nothing', '/nothing', '/api/v1/settings', '/api/v1/project/x/otel/traces'])
      for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])
        expect((await send(`${collector.url}${path}`, { method })).status).toBe(401);
  });

  test('every route is closed but health and the files of pages', async () => {
    const open = new Set([
      '/api/v1/health',
      '/',
      '/p/*',
      '/assets/*',
      '/favicon.svg',
      '/theme.js',
      '/api/v1/docs.css',
    ]);
    for (const { method, path } of await everyRoute()) {
      const at = `${collector.url}${path.replaceAll(/:[a-z_]+|\*/g, 'x')}`;
      const { status } = await send(at, { method });
      expect(status === 401, `${method} ${path}: ${status}`).toBe(!open.has(path));
    }
  });

  test('health and the page itself are open, and only to be read', async () => {
    for (const path of ['/api/v1/health', '/', '/p/default/traces'])
      for (const method of ['GET', 'HEAD'])
        expect((await send(`${collector.url}${path}`, { method })).status).toBe(200);
    for (const path of ['/api/v1/health', '/'])
      expect((await send(`${collector.url}${path}`, { method: 'DELETE' })).status).toBe(401);
  });

  test('no way to write a path leads around it', async () => {
    for (const path of ['/api/v1/%70rojects', '/api/v1/projects?x=/api/v1/health'])
      expect((await send(`${collector.url}${path}`)).status).toBe(401);
    for (const path of ['//api/v1/projects', '/api/v1/projects/', '/api/v1/health/../projects'])
      expect((await send(`${collector.url}${path}`)).status).toBe(401);
    expect((await post(`${collector.otlpUrl}/v1/%74races`)).status).toBe(401);
  });

  test('a body is refused before it is read, however large', async () => {
    const answer = await send(`${collector.url}/v1/traces`, {
      headers: PROTOBUF,
      body: Buffer.alloc(80_000_000),
    });
    expect(errorOf(answer).code).toBe('AUTH_REQUIRED');
  });
});

describe('with a token', () => {
  test('every way is open', async () => {
    const headers = bearer(make());
    expect((await send(`${collector.url}/api/v1/projects`, { headers })).status).toBe(200);
    for (const path of exportPaths(collector)) expect((await post(path, headers)).status).toBe(200);
    expect(await grpc(headers['authorization'])).toMatchObject({ code: 'OK' });
    const stream = await openStream(`${projectUrl(collector.url)}/sse`, headers);
    expect(stream.status).toBe(200);
    stream.close();
    expect((await send(`${collector.url}/nothing`, { headers })).status).toBe(404);
  });

  test('of the collector’s own every way is open, and it is in no list', async () => {
    expect(
      (await send(`${collector.url}/api/v1/projects`, { headers: bearer(collector.token!) })).status,
    ).toBe(200);
    const own = JSON.parse(Buffer.from(collector.token!.split('.')[1]!, 'base64url').toString()) as {
      jti: string;
    };
    expect(new TokenRegistry(collector.dataDir).list().map(({ id }) => id)).not.toContain(own.jti);
  });

  test.for<[what: string, code: string, authorization: () => string]>([
    ['that has expired', 'TOKEN_EXPIRED', () => `Bearer ${make(null, 1, 0)}`],
    ['that was tampered with', 'TOKEN_INVALID', () => `Bearer ${make().slice(0, -2)}xx`],
    ['that is unsigned', 'TOKEN_INVALID', () => `Bearer ${unsigned()}`],
    ['that nobody registered', 'TOKEN_INVALID', () => `Bearer ${unregistered()}`],
    ['that is none', 'TOKEN_INVALID', () => 'Bearer x'],
    ['under another scheme', 'TOKEN_INVALID', () => `Basic ${make()}`],
    ['without a scheme', 'TOKEN_INVALID', () => make()],
    ['that is missing behind its scheme', 'TOKEN_INVALID', () => 'Bearer'],
  ])('%s every way in is %s', async ([_what, code, authorization]) => {
    const given = authorization();
    const all = await refusals(given);
    for (const one of all) expect(one).toMatchObject({ status: 401, code, challenge: 'Bearer' });
    expect(await grpc(given)).toMatchObject({
      code: 'UNAUTHENTICATED',
      details: (all[0] as { message: string }).message,
    });
  });
});

test('a revoked token is TOKEN_INVALID, and a stream that was opened with it ends', async () => {
  const token = make('leaked');
  const headers = bearer(token);
  const stream = await openStream(`${projectUrl(collector.url)}/sse`, headers);
  expect((await send(`${collector.url}/api/v1/projects`, { headers })).status).toBe(200);
  expect(await grpc(headers['authorization'])).toMatchObject({ code: 'OK' });
  expect(new TokenRegistry(collector.dataDir).revoke('leaked')).toHaveLength(1);
  await expect
    .poll(async () => errorOf(await send(`${collector.url}/api/v1/projects`, { headers })).code, {
      timeout: 1000,
    })
    .toBe('TOKEN_INVALID');
  expect(await grpc(headers['authorization'])).toMatchObject({ code: 'UNAUTHENTICATED' });
  await stream.ended;
});

describe('a web page', () => {
  const origin = 'http://localhost:3000';

  test('needs no token for a preflight', async () => {
    const asks = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    for (const base of [collector.url, collector.otlpUrl]) {
      const { status, headers } = await send(`${base}/v1/traces`, {
        method: 'OPTIONS',
        headers: { origin, ...asks },
      });
      expect([status, headers['access-control-allow-origin']]).toEqual([204, origin]);
      expect(headers['access-control-allow-headers']).toMatch(/authorization/);
    }
    const foreign = await send(`${collector.url}/api/v1/projects`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', ...asks },
    });
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('may read why its export was refused', async () => {
    const answer = await post(`${collector.otlpUrl}/v1/traces`, { origin });
    expect(errorOf(answer).code).toBe('AUTH_REQUIRED');
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
  });

  test('of a foreign host or origin is told that first, token or not', async () => {
    for (const headers of [{}, bearer(make())]) {
      const host = await send(`${collector.url}/api/v1/projects`, {
        headers: { ...headers, host: 'evil.example' },
      });
      expect(errorOf(host).code).toBe('HOST_NOT_ALLOWED');
      const foreign = await post(`${collector.url}/v1/traces`, {
        ...headers,
        origin: 'https://evil.example',
      });
      expect(errorOf(foreign).code).toBe('ORIGIN_NOT_ALLOWED');
    }
  });
});

describe('otel.auth.required', () => {
  const statuses = async (enabled: boolean, required: boolean): Promise<unknown> => {
    const other = await startCollector({
      configure: (config) => {
        config.auth.enabled = enabled;
        config.otel.auth.required = required;
      },
    });
    try {
      const exports = await Promise.all(exportPaths(other).map(async (path) => (await post(path)).status));
      const read = await send(`${other.url}/api/v1/projects`);
      const { code } = await callGrpc(other.grpcAddress, spans);
      return { exports: [...new Set(exports)], read: read.status, grpc: code };
    } finally {
      await other.stop();
    }
  };

  test('false: exporters need no token, callers do', async () => {
    expect(await statuses(true, false)).toEqual({ exports: [200], read: 401, grpc: 'OK' });
  });

  test('true: exporters need one, callers do not', async () => {
    expect(await statuses(false, true)).toEqual({ exports: [401], read: 200, grpc: 'UNAUTHENTICATED' });
  });
});

test('where authentication is off no key is made, and a token in the header does no harm', async () => {
  const open = await startCollector();
  try {
    expect(open.token).toBeNull();
    expect(readdirSync(open.dataDir)).not.toContain('auth.key');
    expect((await send(`${open.url}/api/v1/projects`, { headers: bearer('x') })).status).toBe(200);
  } finally {
    await open.stop();
  }
});
