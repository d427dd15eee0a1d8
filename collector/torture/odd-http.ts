import net from 'node:net';
import * as fc from 'fast-check';
import type { Route } from '../testing/every-route.ts';
import { SAMPLE_TRACES } from '../testing/sample-traces.ts';

export interface Sent {
  readonly bytes: Buffer;
  /** Nothing of it is missing: it is answered without waiting for more. */
  readonly isWhole: boolean;
}

/** All that comes back until the server hangs up, or until a stream begins. */
export function exchange(url: string, { bytes, isWhole }: Sent): Promise<string> {
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

export const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** After it exports are refused, as they should be, which would make all others of one kind. */
const PAUSE = '/api/v1/ingest/pause';

/** A request to one of the routes with something odd in it. */
export const oddRequest = (routes: readonly Route[]): fc.Arbitrary<Sent> =>
  fc
    .constantFrom(...routes.filter(({ path }) => path !== PAUSE))
    .chain((route) => fc.oneof(oddValues(route), oddHttp(route)));
