import net from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Health } from '../contract/health.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { everyRoute, type Route } from '../testing/every-route.ts';
import { send } from '../testing/http-client.ts';
import { store } from '../testing/otlp-client.ts';
import { SAMPLE_REQUESTS, SAMPLE_TRACES } from '../testing/sample-traces.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';

/** What a 500 would be logged as. */
const logged: string[] = [];
let collector: RunningCollector;
let routes: readonly Route[];
beforeAll(async () => {
  const log = { info: () => {}, warn: () => {}, error: (message: string) => void logged.push(message) };
  collector = await startCollector({ log });
  await store(collector.url, 'default', ...SAMPLE_REQUESTS.slice(0, 3));
  routes = await everyRoute();
});
afterAll(() => collector.stop());

interface Sent {
  readonly bytes: Buffer;
  /** Nothing of it is missing: it is answered without waiting for more. */
  readonly isWhole: boolean;
}

/** All that comes back until the server hangs up, or until a stream begins. */
function exchange(url: string, { bytes, isWhole }: Sent): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    const socket = net.connect(Number(port), hostname, () =>
      isWhole ? socket.write(bytes) : socket.end(bytes),
    );
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (received.includes('text/event-stream')) socket.destroy();
    });
    // A server that hangs up on what is still being sent resets the connection.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

const ODD_TEXT = [
  '%',
  '%zz',
  '%00',
  '%ff',
  '%c3%28',
  '%F0%9F',
  '%25',
  '%2f..%2f',
  '..',
  '.',
  '\0',
  '\u0001',
  '\x7f',
  '"',
  "'",
  '\\',
  '<x>',
  '[]',
  '{}',
  '[',
  '-1',
  '0',
  '1e999',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  '__proto__',
  'constructor',
  'é',
  '%E2%80%8B',
  ' ',
  '+',
  ';',
  '#',
  '?',
  '&',
  '=',
  '*',
  ':',
  '::1',
  'x'.repeat(3000),
  '[{"key":"a","op":"eq","value":{}}]',
  '[{"key":"\\u0000","op":"in","value":[[]]}]',
  '2026-02-30T25:61:61Z',
  SAMPLE_TRACES[0]!.traceId,
  'default',
  'session-0',
];
const oddText = fc.oneof(
  fc.constantFrom(...ODD_TEXT),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.array(fc.constantFrom(...ODD_TEXT), { maxLength: 4 }).map((parts) => parts.join('')),
);

/** As a client writes it that knows how, so that it comes as far as the handlers. */
const encoded = oddText.map((text) => encodeURIComponent(text.toWellFormed()));

const queryOf = (names: readonly string[], value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, 'x', 'x[]', '__proto__'), value), { maxLength: 5 })
    .map((pairs) => `?${pairs.map(([name, given]) => `${name}=${given}`).join('&')}`);
const ODD_QUERIES = ['?', '?&&', '?=', `?x=${'y'.repeat(20_000)}`, `?${'a&'.repeat(10_000)}`];

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'QUERY',
  'TRACE',
  'CONNECT',
  'PRI',
  'get',
  '',
];
const HEADERS = [
  'Content-Type: application/json',
  'Content-Type: application/x-protobuf',
  'Content-Type: text/plain',
  'Content-Type: ;;',
  'Content-Type: application/json; charset=\u0001',
  'Content-Encoding: gzip',
  'Content-Encoding: zstd',
  'Content-Encoding: ,',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 9e9',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: x',
  'Expect: 100-continue',
  'Expect: x',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQ',
  'Host: localhost',
  'Host:',
  'Host: evil.example',
  'Host: a b',
  'Origin: null',
  'Origin: http://localhost:3000',
  'Origin: %',
  'Last-Event-ID: x',
  'Last-Event-ID: 99999999999999999999',
  'x-project-id: .',
  'x-project-id: a\u00e9b',
  'Accept-Encoding: *;q=x',
  'Range: bytes=9-1',
  'If-None-Match: *',
  'If-Modified-Since: x',
  'Authorization: Bearer',
  'Cookie: =',
  ': x',
  'no colon',
  ' folded',
  'X: \0',
  `X-Long: ${'x'.repeat(70_000)}`,
];
const BODIES = [
  '',
  '{}',
  '[]',
  'null',
  '{',
  '{"session_ids":[]}',
  '{"session_ids":["a\\u0000"]}',
  '{"__proto__":{"x":1}}',
  '{"resourceSpans":[{}]}',
  '{"server":{"port":"x"}}',
  '\0\0\0\0',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '-1\r\nx\r\n',
  'ffffffffffffffff\r\n',
  '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  '['.repeat(20_000),
];

const pathOf = ({ path }: Route, parameters: readonly string[]): string => {
  const rest = [...parameters];
  return path.replaceAll(/:[a-z_]+|\*/g, () => rest.pop() ?? '');
};
const fillings = (value: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.array(value, { minLength: 6, maxLength: 6 });
const body = fc.oneof(fc.constantFrom(...BODIES), fc.string({ unit: 'binary', maxLength: 30 }));

/** Well-formed HTTP with odd values in it. */
const oddValues = (route: Route): fc.Arbitrary<Sent> =>
  fc
    .tuple(
      fillings(encoded),
      queryOf(route.query, encoded),
      fc.constantFrom('application/json', 'application/x-protobuf', 'text/plain'),
      body,
    )
    .map(([parameters, search, type, text]) => {
      const target = `${route.method} ${pathOf(route, parameters)}${search} HTTP/1.1`;
      const head = [target, 'Host: localhost', 'Connection: close', `Content-Type: ${type}`];
      const length = Buffer.byteLength(text);
      const bytes = Buffer.from(`${head.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n${text}`);
      return { bytes, isWhole: true };
    });

/** Something odd in each part of a request. */
const oddHttp = (route: Route): fc.Arbitrary<Sent> =>
  fc
    .record({
      method: fc.oneof({ weight: 4, arbitrary: fc.constant(route.method) }, fc.constantFrom(...METHODS)),
      parameters: fillings(fc.oneof(oddText, encoded)),
      search: fc.oneof(queryOf(route.query, oddText), fc.constantFrom(...ODD_QUERIES), fc.constant('')),
      version: fc.oneof(
        { weight: 9, arbitrary: fc.constant('HTTP/1.1') },
        fc.constantFrom('HTTP/1.0', 'HTTP/2.0', ''),
      ),
      host: fc.oneof({ weight: 5, arbitrary: fc.constant(['Host: localhost']) }, fc.constant<string[]>([])),
      headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 3 }),
      body,
    })
    .map(({ method, parameters, search, version, host, headers, body: text }) => {
      const target = `${method} ${pathOf(route, parameters)}${search} ${version}`;
      const head = [target, ...host, ...headers, 'Connection: close'].join('\r\n');
      return { bytes: Buffer.from(`${head}\r\n\r\n${text}`), isWhole: false };
    });

const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

test('whatever is sent to any route, the answer is never a 500 and the collector lives on', async () => {
  const servers = [collector.url, collector.otlpUrl];
  const request = fc.constantFrom(...routes).chain((route) => fc.oneof(oddValues(route), oddHttp(route)));
  await fc.assert(
    fc.asyncProperty(request, fc.constantFrom(...servers), async (sent, server) => {
      const answer = await exchange(server, sent);
      const statuses = statusesOf(answer);
      expect(statuses.length, String(sent.bytes)).toBeGreaterThanOrEqual(sent.isWhole ? 1 : 0);
      for (const status of statuses) expect(status, answer).toBeLessThan(500);
    }),
    { seed: 20_261_121, numRuns: 1000, endOnFailure: true },
  );
  expect(logged).toEqual([]);
  expect((await read(Health, `${collector.url}/api/v1/health`)).status).toBe('ok');
}, 120_000);

test('every route answers a query string of 20 kB and one that no text decoder takes', async () => {
  for (const { path } of routes) {
    if (path.endsWith('/sse')) continue;
    const at = `${collector.url}${path.replaceAll(/:[a-z_]+|\*/g, 'x')}`;
    for (const search of [`x=${'y'.repeat(20_000)}`, 'x=%ff%00%', `trace_id=%00&cursor=%c3%28&limit=%zz`])
      expect((await send(`${at}?${search}`)).status, at).toBeLessThan(500);
  }
  expect(logged).toEqual([]);
});

test('the routes that were tried are those that are served', async () => {
  expect(routes.length).toBeGreaterThan(40);
  for (const path of ['/api/v1/health', '/v1/traces', '/api/v1/traces/:trace_id'])
    expect(routes.map((route) => route.path)).toContain(path);
  expect((await send(`${projectUrl(collector.url)}/traces`)).status).toBe(200);
});
