import Database from 'better-sqlite3';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProjectList } from '../contract/projects.ts';
import { SessionPage } from '../contract/sessions.ts';
import { SpanPage } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { databaseFile } from '../lib/database-file.ts';
import { errorOf, projectUrl, read, readError } from '../testing/api-client.ts';
import { liesInChunks, remove, removeSessions, threeSpans } from '../testing/deleting.ts';
import type { Answer } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
let api: string;
let url: string;
beforeAll(async () => {
  api = `${collector.url}/api/v1`;
  url = projectUrl(collector.url);
});

/** In one request, so that they share chunks. */
const storeTraces = (project: string, ...traces: SpanSpec[][]): Promise<void> =>
  store(collector.url, project, { spans: traces.flat() });
const expectGone = (answer: Answer): void => {
  expect([answer.status, String(answer.body)]).toEqual([204, '']);
  expect(answer.headers).not.toHaveProperty('content-type');
};
const traceIds = async (project = 'default'): Promise<string[]> =>
  (
    await read(
      TracePage,
      `${projectUrl(collector.url, project)}/traces?order_by=trace_name:asc&include_nongenai=true`,
    )
  ).data
    .map(({ trace_id }) => trace_id)
    .sort();
const projects = async (): Promise<ProjectList['data']> => (await read(ProjectList, `${api}/projects`)).data;

const lies = (text: string): boolean => liesInChunks(collector.dataDir, text);

beforeEach(() =>
  storeTraces('default', threeSpans(1), threeSpans(2, 's1'), threeSpans(3, 's1'), threeSpans(4, 's2')),
);
afterEach(async () => {
  for (const { project_id } of await projects()) await remove(`${api}/projects/${project_id}`);
});

describe.for([
  ['DELETE {P}/traces/{trace_id}', () => `${url}/traces`],
  ['DELETE /api/v1/traces/{trace_id}', () => `${api}/traces`],
] as const)('%s', ([, base]) => {
  test('204, and the trace is gone with its spans when the answer comes', async () => {
    expectGone(await remove(`${base()}/${traceIdOf(2)}`));
    expect(await traceIds()).toEqual([1, 3, 4].map(traceIdOf));
    for (const path of ['', '/spans', '/messages', `/spans/${spanIdOf(33)}`])
      expect(await readError(`${url}/traces/${traceIdOf(2)}${path}`)).toMatchObject({
        status: 404,
        code: 'TRACE_NOT_FOUND',
      });
    expect((await read(SpanPage, `${url}/spans`)).meta.total_items).toBe(9);
    expect(lies('secret-2')).toBe(false);
    expect(lies('secret-1-3')).toBe(true);
  });

  test('its share in the session and the project goes', async () => {
    expectGone(await remove(`${base()}/${traceIdOf(2)}`));
    const { data } = await read(SessionPage, `${url}/sessions`);
    expect(data.find(({ session_id }) => session_id === 's1')).toMatchObject({
      trace_count: 1,
      span_count: 3,
      input_tokens: 6,
    });
    expectGone(await remove(`${base()}/${traceIdOf(3)}`));
    expect((await read(SessionPage, `${url}/sessions`)).data.map(({ session_id }) => session_id)).toEqual([
      's2',
    ]);
    expect(await projects()).toMatchObject([
      { project_id: 'default', trace_count: 2, span_count: 6, session_count: 1 },
    ]);
  });

  test('upper case hex is the same id', async () => {
    await storeTraces('default', threeSpans(0xabc));
    expectGone(await remove(`${base()}/${traceIdOf(0xabc).toUpperCase()}`));
    expect(await traceIds()).not.toContain(traceIdOf(0xabc));
  });

  test.for([traceIdOf(9), 'nothing', '%00', `${traceIdOf(1)}0`])('%s is TRACE_NOT_FOUND', async (id) => {
    expect(errorOf(await remove(`${base()}/${id}`))).toMatchObject({ status: 404, code: 'TRACE_NOT_FOUND' });
    expect(await traceIds()).toHaveLength(4);
  });

  test('again is TRACE_NOT_FOUND', async () => {
    expectGone(await remove(`${base()}/${traceIdOf(1)}`));
    expect(errorOf(await remove(`${base()}/${traceIdOf(1)}`))).toMatchObject({ code: 'TRACE_NOT_FOUND' });
  });

  test('a body, of whatever type, is not looked at', async () => {
    for (const [i, type] of ['application/json', 'text/plain', '', 'x/y'].entries())
      expectGone(
        await remove(`${base()}/${traceIdOf(i + 1)}`, {
          headers: { 'content-type': type },
          body: i % 2 === 0 ? '{' : '',
        }),
      );
    expect(await projects()).toEqual([]);
  });

  test('spans that come after it make the trace anew, with nothing but them', async () => {
    expectGone(await remove(`${base()}/${traceIdOf(2)}`));
    await storeTraces('default', threeSpans(2).slice(1, 2));
    const { data } = await read(TracePage, `${url}/traces`);
    expect(data.find(({ trace_id }) => trace_id === traceIdOf(2))).toMatchObject({
      span_count: 1,
      input_tokens: 2,
      session_id: null,
      is_complete: false,
    });
  });
});

test('the unscoped interface deletes in the project default only', async () => {
  await storeTraces('other', threeSpans(7, 's7'));
  expect(errorOf(await remove(`${api}/traces/${traceIdOf(7)}`))).toMatchObject({ code: 'TRACE_NOT_FOUND' });
  expect(errorOf(await remove(`${api}/sessions/s7`))).toMatchObject({ code: 'SESSION_NOT_FOUND' });
  expect(await traceIds('other')).toEqual([traceIdOf(7)]);
});

describe('DELETE {P}/sessions', () => {
  test('204, and the sessions are gone with their traces and spans; unknown ids are ignored', async () => {
    expectGone(await removeSessions(collector.url, { session_ids: ['s1', 'nobody', 's1'] }));
    expect(await traceIds()).toEqual([1, 4].map(traceIdOf));
    expect((await read(SessionPage, `${url}/sessions`)).data.map(({ session_id }) => session_id)).toEqual([
      's2',
    ]);
    expect((await read(SpanPage, `${url}/spans`)).meta.total_items).toBe(6);
    expect(await readError(`${url}/sessions/s1`)).toMatchObject({ status: 404, code: 'SESSION_NOT_FOUND' });
    for (const secret of ['secret-2', 'secret-3']) expect(lies(secret)).toBe(false);
  });

  test('only unknown ids: 204, as in a project that holds nothing', async () => {
    expectGone(await removeSessions(collector.url, { session_ids: ['nobody'] }));
    expectGone(await removeSessions(collector.url, { session_ids: ['s1'] }, 'empty'));
    expect(await traceIds()).toHaveLength(4);
  });

  test('a session of many traces', async () => {
    const many = Array.from({ length: 300 }, (_, i) => threeSpans(100 + i, 'many').slice(0, 1));
    await storeTraces('default', ...many);
    expectGone(await removeSessions(collector.url, { session_ids: ['many', 's1', 's2'] }));
    expect(await traceIds()).toEqual([traceIdOf(1)]);
  });

  test('1 to 1,000 ids', async () => {
    const ids = Array.from({ length: 1001 }, (_, i) => `no-${i}`);
    expectGone(await removeSessions(collector.url, { session_ids: ids.slice(1) }));
    for (const session_ids of [[], ids])
      expect(errorOf(await removeSessions(collector.url, { session_ids }))).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
      });
  });

  test.for([
    [{ session_ids: 's1' }, /session_ids/],
    [{ session_ids: { 0: 's1' } }, /session_ids/],
    [{ session_ids: [1] }, /session_ids\.0/],
    [{ session_ids: [null] }, /session_ids\.0/],
    [{ session_ids: null }, /session_ids/],
    [{}, /session_ids/],
    [['s1'], /body/],
    ['s1', /body/],
    [null, /body/],
  ] as const)('nothing is converted: %j is VALIDATION_ERROR that names it', async ([body, name]) => {
    const refused = errorOf(await removeSessions(collector.url, body));
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(refused.message).toMatch(name);
    expect(await traceIds()).toHaveLength(4);
  });

  test.for([
    ['application/json', '{"session_ids":', 400, 'VALIDATION_ERROR'],
    ['application/json', '', 400, 'VALIDATION_ERROR'],
    ['application/json', 'x'.repeat(1024 * 1024 + 1), 413, 'PAYLOAD_TOO_LARGE'],
    ['text/plain', '{"session_ids":["s1"]}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/x-www-form-urlencoded', 'session_ids=s1', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['nonsense', '{"session_ids":["s1"]}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const)('a body of type %j is refused in the documented shape', async ([type, body, status, code]) => {
    for (const more of [{}, { 'transfer-encoding': 'chunked' }]) {
      const answer = await remove(`${url}/sessions`, { headers: { 'content-type': type, ...more }, body });
      expect(errorOf(answer)).toMatchObject({ status, code });
    }
    expect(await traceIds()).toHaveLength(4);
  });

  test('a body of another type is told which one is taken', async () => {
    const answer = await remove(`${url}/sessions`, { headers: { 'content-type': 'text/plain' }, body: 'x' });
    expect(errorOf(answer).message).toBe('Content-Type "text/plain" is not supported: use application/json');
  });

  test('no body at all is VALIDATION_ERROR', async () => {
    expect(errorOf(await remove(`${url}/sessions`))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });
});

describe('DELETE /api/v1/sessions/{session_id}', () => {
  test('204 with its traces and spans, then SESSION_NOT_FOUND', async () => {
    await storeTraces('default', threeSpans(5, 'a b/ü'));
    expectGone(await remove(`${api}/sessions/${encodeURIComponent('a b/ü')}`));
    expectGone(await remove(`${api}/sessions/s1`));
    expect(await traceIds()).toEqual([1, 4].map(traceIdOf));
    expect(errorOf(await remove(`${api}/sessions/s1`))).toMatchObject({
      status: 404,
      code: 'SESSION_NOT_FOUND',
    });
  });
});

describe('DELETE /api/v1/projects/{project_id}', () => {
  test('204 with all that it holds; other projects stay', async () => {
    await storeTraces('other', threeSpans(1, 's1'));
    expectGone(await remove(`${api}/projects/default`));
    expect(await projects()).toMatchObject([{ project_id: 'other', trace_count: 1, session_count: 1 }]);
    expect(await traceIds()).toEqual([]);
    expect(await traceIds('other')).toEqual([traceIdOf(1)]);
    expectGone(await remove(`${api}/projects/other`));
    const database = new Database(databaseFile(collector.dataDir), { readonly: true });
    for (const table of ['projects', 'sessions', 'traces', 'spans', 'chunks', 'resources', 'scopes'])
      expect([table, database.prepare(`SELECT * FROM ${table}`).all()]).toEqual([table, []]);
    database.close();
  });

  test('one that holds nothing is PROJECT_NOT_FOUND', async () => {
    expect(errorOf(await remove(`${api}/projects/nothing`))).toMatchObject({
      status: 404,
      code: 'PROJECT_NOT_FOUND',
    });
    for (const id of ['%00', '..%2f', 'a%20b'])
      expect(errorOf(await remove(`${api}/projects/${id}`))).toMatchObject({
        status: 400,
        code: 'INVALID_PROJECT_ID',
      });
  });

  test('a project whose last trace is deleted is gone as well', async () => {
    await storeTraces('small', threeSpans(6));
    expectGone(await remove(`${projectUrl(collector.url, 'small')}/traces/${traceIdOf(6)}`));
    expect((await projects()).map(({ project_id }) => project_id)).toEqual(['default']);
    expect(errorOf(await remove(`${api}/projects/small`))).toMatchObject({ code: 'PROJECT_NOT_FOUND' });
    await storeTraces('small', threeSpans(6));
    expect((await projects()).map(({ project_id }) => project_id)).toEqual(['default', 'small']);
  });
});
