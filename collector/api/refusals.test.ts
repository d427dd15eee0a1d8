import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf, projectUrl, readError } from '../testing/api-client.ts';
import { send, sendRaw } from '../testing/http-client.ts';
import { store } from '../testing/otlp-client.ts';
import { SAMPLE_REQUESTS, SAMPLE_TRACES } from '../testing/sample-traces.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

/** What a 5xx would be logged as. */
const logged: string[] = [];
let collector: RunningCollector;
let url: string;
beforeAll(async () => {
  const log = { info: () => {}, warn: () => {}, error: (message: string) => void logged.push(message) };
  collector = await startCollector({ log });
  url = projectUrl(collector.url, 'sample');
  await store(collector.url, 'sample', ...SAMPLE_REQUESTS.slice(0, 3));
});
afterAll(() => collector.stop());

const { traceId } = SAMPLE_TRACES[0]!;
const PATHS = [
  '/traces',
  `/traces/${traceId}`,
  `/traces/${traceId}/spans`,
  `/traces/${traceId}/spans/0000000000000001`,
  `/traces/${traceId}/messages`,
  '/spans',
  '/sessions',
  '/sessions/session-0',
  '/sessions/session-0/messages',
];

describe('NOT_FOUND', () => {
  test.for([
    '/nothing',
    '/api',
    '/api/v1',
    '/api/v1/project/sample/otel',
    '/api/v1/project/sample/otel/nothing',
    '/v1',
    '/otel/x/v1/profiles',
    '/api/public/projects',
    '/api/public/ingestion',
    '/api/public/otel/v1/logs',
    '//',
    '/api/v1/traces/',
    '/api/v1/project/sample/otel/traces/',
    '/api/v1/project//otel/traces',
    '/%2e%2e/etc/passwd',
  ])('%s is no path, whatever the method', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'QUERY', 'OPTIONS']) {
      const answer = await send(`${collector.url}${path}`, { method });
      expect(errorOf(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });
});

test('an id that no project can have is refused, wherever it stands in a path', async () => {
  for (const id of ['bad%20id', '-x', 'a%2Fb', 'x'.repeat(65)])
    for (const path of ['traces', 'sessions/filter-options', 'sse', `traces/${'1'.repeat(32)}`])
      expect(await readError(`${collector.url}/api/v1/project/${id}/otel/${path}`)).toMatchObject({
        status: 400,
        code: 'INVALID_PROJECT_ID',
      });
});

test('an unknown path of the API says where the paths stand, and which there are on a port with few', async () => {
  const told = async (url: string): Promise<string> => (await readError(url)).message;
  const path = '/api/v1/project/sample/otel/trace';
  expect(await told(`${collector.url}${path}`)).toBe(
    `nothing at GET ${path}: /api/v1/docs lists the paths there are`,
  );
  for (const other of [path, '/'])
    expect(await told(`${collector.otlpUrl}${other}`)).toBe(
      `nothing at GET ${other}: this port has only /v1/traces, /v1/metrics, /v1/logs, /api/public/otel/v1/traces`,
    );
  expect(await told(`${collector.url}/v1/profiles`)).toBe('nothing at GET /v1/profiles');
});

describe('files of the user interface', () => {
  test.for(['/assets/nothing.js', '/assets/'])('%s is not there: NOT_FOUND', async (path) => {
    expect(await readError(`${collector.url}${path}`)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  test.for(['/assets/..%2f..%2f..%2fpackage.json', '/assets/%2e%2e/%2e%2e/package.json', '/assets/%00'])(
    '%s does not leave their folder',
    async (path) => {
      expect(await readError(`${collector.url}${path}`)).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
      });
    },
  );
});

describe('METHOD_NOT_ALLOWED', () => {
  const expectAllow = async (at: string, method: string, allow: readonly string[]): Promise<void> => {
    const answer = await send(at, { method });
    expect(errorOf(answer)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect(answer.headers.allow?.split(', ').sort()).toEqual(allow);
    expect(errorOf(answer).message).toMatch(
      new RegExp(` is not possible at .+, which takes ${answer.headers.allow}$`),
    );
  };

  const deletable = new Set(['/sessions', `/traces/${traceId}`]);
  test.for(PATHS)('{P}%s is read, some are deleted', async (path) => {
    const allow = deletable.has(path) ? ['DELETE', 'GET', 'HEAD'] : ['GET', 'HEAD'];
    for (const method of ['POST', 'PUT', 'PATCH', 'QUERY', 'TRACE'])
      await expectAllow(`${url}${path}`, method, allow);
  });

  test('export paths take POST only', async () => {
    for (const at of [
      collector.url,
      collector.otlpUrl,
      `${collector.url}/otel`,
      `${collector.url}/otel/shop`,
    ])
      for (const method of ['GET', 'PUT', 'DELETE']) await expectAllow(`${at}/v1/traces`, method, ['POST']);
  });

  test('names are no ids for the methods that they do not have', async () => {
    for (const path of ['/traces/filter-options', '/sessions/filter-options'])
      await expectAllow(`${url}${path}`, 'DELETE', ['GET', 'HEAD']);
    await expectAllow(`${collector.url}/api/v1/traces/filters`, 'DELETE', ['GET', 'HEAD']);
    await expectAllow(`${collector.url}/api/v1/traces/sse`, 'DELETE', ['GET']);
    // However the path of an id is written.
    expect((await send(`${url.replace('otel', '%6Ftel')}/traces/${traceId}`)).status).toBe(200);
    // Without a body, as all of HEAD.
    const head = await send(`${collector.url}/api/v1/traces/sse`, { method: 'HEAD' });
    expect([head.status, head.headers.allow]).toEqual([405, 'GET']);
  });

  test('screens of the user interface are only read', async () => {
    for (const path of ['/', '/p/default/traces'])
      await expectAllow(`${collector.url}${path}`, 'POST', ['GET', 'HEAD']);
  });

  test.for([
    ['text/xml', '<x/>'],
    ['application/json', '{'],
    ['application/json', ''],
    ['', 'x'],
    ['nonsense', 'x'],
    ['text/plain', 'x'.repeat(2_000_000)],
  ] as const)('comes before what is wrong with a body of %j', async ([type, body]) => {
    for (const headers of [
      { 'content-type': type },
      { 'content-type': type, 'transfer-encoding': 'chunked' },
    ]) {
      const answer = await send(`${url}/traces`, { method: 'POST', headers, body });
      expect(errorOf(answer)).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
      const missing = await send(`${collector.url}/nothing`, { method: 'POST', headers, body });
      expect(errorOf(missing)).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test('is what OPTIONS is told where it is no preflight, whatever it says of a body', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const at of [`${collector.url}/v1/traces`, `${collector.url}/api/v1/settings`])
      expect(errorOf(await send(at, { method: 'OPTIONS', headers }))).toMatchObject({
        code: 'METHOD_NOT_ALLOWED',
      });
  });
});

describe('what is no valid request', () => {
  test.for(['%', '%z1', '%zz', '%ff', '%c3%28', '%00%'])('%s in a path is 400', async (text) => {
    for (const path of [`/${text}`, `/api/v1/project/${text}/otel/traces`, `/otel/${text}/v1/traces`])
      expect(await readError(`${collector.url}${path}`)).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
      });
  });

  test.for([
    '%00',
    '%zz',
    '%ff',
    '%',
    '=',
    '&&',
    '[]=1',
    '__proto__=1',
    'constructor[prototype]=1',
    '%F0%9F',
  ])('the query string ?x=%s is read without a fault on every path', async (text) => {
    for (const path of PATHS)
      for (const query of [text, `session_id=${text}`, `trace_id=${text}&user_id=${text}&tool=${text}`])
        expect((await send(`${url}${path}?${query}`)).status).toBeLessThan(500);
  });

  test('a query string of 20 kB is read, one larger than a head may be is 413', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => `environment=${i}`).join('&');
    for (const path of ['/traces', '/spans', '/sessions'])
      for (const query of [many, `user_id=${'x'.repeat(20_000)}`])
        expect((await send(`${url}${path}?${query}`)).status).toBe(200);
    expect(await readError(`${url}/traces?session_id=${'x'.repeat(70_000)}`)).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    });
  });

  test('parameters that would break out of SQL are only text', async () => {
    for (const text of ["' OR 1=1 --", '"; DROP TABLE spans; --', '%', '_', '\\']) {
      for (const parameter of ['session_id', 'user_id', 'model', 'tag', 'environment', 'framework']) {
        const answer = await send(`${url}/traces?${parameter}=${encodeURIComponent(text)}`);
        expect(JSON.parse(answer.body.toString())).toMatchObject({ data: [], meta: { total_items: 0 } });
      }
    }
  });

  test('a body where none is asked for does not matter', async () => {
    for (const path of PATHS) {
      const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
      expect((await send(`${url}${path}`, { method: 'GET', headers, body: '{"x"' })).status).toBe(200);
    }
  });

  test.for([
    'GARBAGE\r\n\r\n',
    'GET /a\0b HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n',
  ])('%j is 400 in the shape of every error', async (text) => {
    const answer = await sendRaw(collector.url, text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual({
      error: 'Bad Request',
      code: 'VALIDATION_ERROR',
      message: expect.any(String) as string,
    });
  });
});

describe('what Node would answer by itself', () => {
  test('an expectation that nobody knows is passed over', async () => {
    const answer = await send(`${collector.url}/api/v1/health`, { headers: { expect: 'the unexpected' } });
    expect(answer.status).toBe(200);
  });

  test('CONNECT is 405 in the shape of every error', async () => {
    const answer = await sendRaw(collector.url, 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
    });
  });
});

test('HEAD answers as GET does, without the body', async () => {
  for (const path of PATHS) {
    const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => send(`${url}${path}`, { method })));
    expect([head!.status, head!.body.length]).toEqual([200, 0]);
    expect(head!.headers['content-length']).toBe(get!.headers['content-length']);
  }
});

test('none of all this was a fault of the server', () => {
  expect(logged).toEqual([]);
});
