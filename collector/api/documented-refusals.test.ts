import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR_CATALOGUE, type ErrorCode } from '../errors.ts';
import { errorOf } from '../testing/api-client.ts';
import { remove } from '../testing/deleting.ts';
import { jsonOf, send, type Answer, type SendOptions } from '../testing/http-client.ts';
import { RICH, storeRichData } from '../testing/rich-data.ts';
import { ServedDocument } from '../testing/served-document.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';
import type { Operation } from './openapi/operation.ts';

let collector: RunningCollector;
/** Asks for tokens and serves one stream. */
let guarded: RunningCollector;
let served: ServedDocument;
beforeAll(async () => {
  collector = await startCollector();
  guarded = await startCollector({
    configure: ({ auth, stream }) => {
      auth.enabled = true;
      stream.max_connections = 1;
    },
  });
  await storeRichData(collector.url);
  served = await ServedDocument.of(collector.url);
});
afterAll(() => Promise.all([collector.stop(), guarded.stop()]));

type Ids = Readonly<Record<keyof typeof RICH, string>>;
const UNKNOWN: Ids = {
  ...RICH,
  trace_id: 'f'.repeat(32),
  span_id: 'f'.repeat(16),
  session_id: 'x',
  name: 'x',
};
const fill = (path: string, ids: Ids): string =>
  path.replaceAll(/\{(\w+)\}/g, (_braces, name: keyof Ids) => encodeURIComponent(ids[name]));

const codesOf = ({ responses }: Operation): string[] =>
  Object.values(responses).flatMap(({ description }) =>
    [...description.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code!),
  );

/** A refusal as the operation documents it: its status, its body, its code. */
function refusal(operation: Operation, answer: Answer): string {
  served.check(operation, answer);
  return errorOf(answer).code;
}

const isStream = ({ tags }: Operation): boolean => tags.includes('Streams');

/** A value of each parameter that is refused, and how. */
const WRONG: Readonly<Record<string, readonly [value: string, code: ErrorCode]>> = {
  limit: ['0', 'VALIDATION_ERROR'],
  page: ['x', 'VALIDATION_ERROR'],
  order_by: ['nothing', 'INVALID_ORDER_BY'],
  filters: ['{}', 'INVALID_FILTER'],
  attributes: ['{}', 'INVALID_FILTER'],
  cursor: ['x', 'INVALID_CURSOR'],
  from_timestamp: ['yesterday', 'VALIDATION_ERROR'],
  to_timestamp: ['tomorrow', 'VALIDATION_ERROR'],
  environment: ['[1]', 'VALIDATION_ERROR'],
  include_raw_span: ['x', 'VALIDATION_ERROR'],
  has_error: ['x', 'VALIDATION_ERROR'],
  errors_only: ['x', 'VALIDATION_ERROR'],
  is_observation: ['x', 'VALIDATION_ERROR'],
  include_nongenai: ['x', 'VALIDATION_ERROR'],
  min_duration_ms: ['-1', 'VALIDATION_ERROR'],
  fields: ['x', 'VALIDATION_ERROR'],
  interval: ['x', 'VALIDATION_ERROR'],
  group_by: ['x', 'VALIDATION_ERROR'],
  min_severity: ['x', 'VALIDATION_ERROR'],
};

test('a parameter that is wrong is refused as documented', async () => {
  for (const { path, operation } of served.operations())
    for (const { name } of operation.parameters.filter(({ in: where }) => where === 'query')) {
      const [value, code] = WRONG[name] ?? [];
      if (value === undefined) continue;
      const url = `${collector.url + fill(path, RICH)}?${name}=${encodeURIComponent(value)}`;
      expect(refusal(operation, await send(url)), url).toBe(code);
    }
});

test('what is not there is refused as documented, by every operation that says so', async () => {
  for (const { method, path, operation } of served.operations()) {
    const missing = codesOf(operation).filter((code) => code.endsWith('NOT_FOUND'));
    if (missing.length === 0) continue;
    const ids = path.startsWith('/api/v1/projects/') ? { ...UNKNOWN, project_id: 'nobody' } : UNKNOWN;
    const answer = await send(collector.url + fill(path, ids), { method });
    expect(missing, path).toContain(refusal(operation, answer));
  }
});

test('a foreign host and a page of elsewhere are refused as documented', async () => {
  for (const { method, path, operation } of served.operations()) {
    const ask = (headers: Record<string, string>): Promise<Answer> =>
      send(collector.url + fill(path, RICH), { method, headers });
    expect(refusal(operation, await ask({ host: 'evil.example' })), path).toBe('HOST_NOT_ALLOWED');
    const page = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(refusal(operation, await ask(page)), path).toBe('ORIGIN_NOT_ALLOWED');
  }
});

test('a body of another type, too large or damaged is refused as documented', async () => {
  const cases: readonly [SendOptions, code: string][] = [
    [{ headers: { 'content-type': 'text/csv' }, body: 'a,b' }, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ headers: { 'content-type': 'application/json' }, body: '[' }, 'INVALID_OTLP|VALIDATION_ERROR'],
  ];
  for (const { method, path, operation } of served.operations())
    // A file may be of any type, and its parts that can't be read are told in the answer; what is wrong with a message of another
    // protocol, that protocol says.
    for (const [options, code] of operation.tags.includes('MCP') ||
    !operation.requestBody?.content['application/json']
      ? []
      : cases) {
      const url = collector.url + fill(path, RICH);
      const answer = await (method === 'DELETE' ? remove(url, options) : send(url, { ...options, method }));
      expect(code.split('|'), path).toContain(refusal(operation, answer));
    }
});

test('without a token every operation but the health of the collector refuses as documented', async () => {
  for (const { method, path, operation } of served.operations()) {
    const answer = await send(guarded.url + fill(path, RICH), { method });
    const isOpen = operation.security?.length === 0;
    expect(isOpen ? answer.status : refusal(operation, answer), path).toBe(isOpen ? 200 : 'AUTH_REQUIRED');
  }
});

test('with a token the document and its page are there; the style of the page needs none', async () => {
  const headers = { authorization: `Bearer ${guarded.token}` };
  for (const path of ['openapi.json', 'docs'])
    expect((await send(`${guarded.url}/api/v1/${path}`, { headers })).status).toBe(200);
  expect((await send(`${guarded.url}/api/v1/docs.css`)).status).toBe(200);
});

test('one stream more than are served is refused as documented', async () => {
  const headers = { authorization: `Bearer ${guarded.token}` };
  const open = await fetch(`${guarded.url}/api/v1/traces/sse`, { headers });
  for (const { path, operation } of served.operations().filter((one) => isStream(one.operation))) {
    const answer = await send(guarded.url + fill(path, RICH), { headers });
    expect(refusal(operation, answer), path).toBe('TOO_MANY_STREAMS');
  }
  await open.body?.cancel();
});

test('every code of the catalogue is told of some operation, but those of no path at all', () => {
  const told = new Set(served.operations().flatMap(({ operation }) => codesOf(operation)));
  const codes = Object.keys(ERROR_CATALOGUE).filter((code) => code !== 'METHOD_NOT_ALLOWED');
  expect([...told].toSorted()).toEqual(codes.toSorted());
});

test('each refusal has the status that the catalogue gives its codes', () => {
  for (const { operation } of served.operations())
    for (const [status, { description }] of Object.entries(operation.responses))
      for (const [, code] of description.matchAll(/`([A-Z_]+)`/g))
        expect(ERROR_CATALOGUE[code as ErrorCode].status, `${operation.operationId} ${code}`).toBe(
          Number(status),
        );
});

test('the body of a refusal is the documented one', async () => {
  const answer = await send(`${collector.url}/api/v1/nothing`);
  expect(answer.status).toBe(404);
  const schema = served.document.components.schemas['Error']!;
  served.checkValue('Error', schema, jsonOf(answer));
  const more = { ...(jsonOf(answer) as object), more: 1 };
  expect(() => served.checkValue('Error', schema, more)).toThrow('not as documented');
});
