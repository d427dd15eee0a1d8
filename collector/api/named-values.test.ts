import { describe, expect, test } from 'vitest';
import { namesOf, ObservationType, SpanCategory, StatusCode } from '../contract/common.ts';
import { StatsGroup, StatsInterval } from '../contract/stats.ts';
import { errorOf, projectUrl, readError } from '../testing/api-client.ts';
import { everyRoute } from '../testing/every-route.ts';
import { send } from '../testing/http-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

/** Parameters whose values the interface names, with where they are asked. */
const PARAMETERS: readonly [path: string, parameter: string, allowed: readonly string[]][] = [
  ['{P}/spans', 'span_category', namesOf(SpanCategory)],
  ['{P}/spans', 'observation_type', namesOf(ObservationType)],
  ['{P}/spans', 'status_code', namesOf(StatusCode)],
  ['{P}/stats', 'interval', namesOf(StatsInterval)],
  ['{P}/stats', 'group_by', namesOf(StatsGroup)],
  ['{P}/traces/1', 'fields', ['tree']],
  ['/api/v1/spans', 'category', namesOf(SpanCategory)],
];

describe.for(PARAMETERS)('%s?%s', ([path, parameter, allowed]) => {
  const url = (value: string): string =>
    `${path.startsWith('{P}') ? projectUrl(collector.url) + path.slice(3) : collector.url + path}?${parameter}=${value}`;

  test.for(['none', '', '1', 'null', '%00', 'LLM%20', 'x'.repeat(5000)])(
    '%j is refused, naming the parameter and all that it may be',
    async (value) => {
      const { status, code, message } = await readError(url(value));
      expect({ status, code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
      expect(message).toMatch(new RegExp(`^${parameter} must be `));
      for (const name of allowed) expect(message).toContain(`"${name}"`);
      expect(message.length).toBeLessThan(300);
    },
  );

  test('takes each of them', async () => {
    for (const name of allowed) expect([200, 404]).toContain((await send(url(name))).status);
  });
});

test.for(['{P}/traces', '{P}/spans', '{P}/sessions'])(
  '%s?order_by of an unknown field or direction is INVALID_ORDER_BY and names those there are',
  async (path) => {
    for (const order of ['none', 'start_time:up', ':desc', 'total_cost:', 'total_cost:asc:x', '__proto__']) {
      const { status, code, message } = await readError(
        `${projectUrl(collector.url)}${path.slice(3)}?order_by=${order}`,
      );
      expect({ status, code }).toEqual({ status: 400, code: 'INVALID_ORDER_BY' });
      expect(message).toContain('total_cost');
      expect(message).toContain(':asc or :desc');
    }
  },
);

test('a parameter that a path does not have is refused by every path, which names those it has', async () => {
  const read = (await everyRoute()).filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/api/') && !path.endsWith('.css'),
  );
  const paths = read.map(({ path }) => path);
  for (const path of ['health', 'project/:project_id/otel/sse', 'traces/sse', 'traces/:trace_id'])
    expect(paths).toContain(`/api/v1/${path}`);
  for (const { path, query } of read) {
    const url = collector.url + path.replaceAll(/:[a-z_]+/g, '1');
    const { status, code, message } = await readError(`${url}?nothing=1`);
    expect({ status, code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
    expect(message).toBe(
      `"nothing" is no parameter of this path, which has ${query.join(', ') || 'none'}; /api/v1/docs says what each path has`,
    );
  }
});

test.for([
  ['DELETE', '/api/v1/projects/p', null],
  ['PATCH', '/api/v1/settings', '{"otel":{"retention":{"max_spans":1}}}'],
] as const)(
  'so it is by %s of %s: nothing of it was meant to be passed over',
  async ([method, path, body]) => {
    const headers = body === null ? {} : { 'content-type': 'application/json' };
    const answer = await send(`${collector.url}${path}?dry_run=true`, { method, headers, body: body ?? '' });
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  },
);

test('the style of the documentation and pages of the window take any', async () => {
  for (const path of ['/api/v1/docs.css', '/p/default/traces'])
    expect((await send(`${collector.url}${path}?nothing=1`)).status).not.toBe(400);
});
