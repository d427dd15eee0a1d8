import { beforeAll, describe, expect, test } from 'vitest';
import type { TSchema } from 'typebox';
import { SessionPage } from '../contract/sessions.ts';
import { SpanPage } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { jsonOf, send } from '../testing/http-client.ts';
import { store } from '../testing/otlp-client.ts';
import { PLAIN_TRACE, SAMPLE_REQUESTS, SAMPLE_TRACES } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
beforeAll(async () => {
  await store(collector.url, 'sample', ...SAMPLE_REQUESTS, PLAIN_TRACE);
});

type Item = Readonly<Record<string, string | number | boolean | null>>;
interface AnyPage {
  readonly data: readonly Item[];
  readonly meta: { page: number; limit: number; total_items: number; total_pages: number };
}
interface List {
  readonly schema: TSchema;
  readonly id: string;
  readonly limit: number;
  readonly total: number;
  readonly order: readonly string[];
  readonly defaultField: string;
}

const SPAN_COUNT = SAMPLE_REQUESTS.reduce((sum, { spans }) => sum + spans.length, PLAIN_TRACE.spans.length);
const SESSIONS = new Set(SAMPLE_TRACES.flatMap(({ session }) => session ?? []));
const TOKENS = ['input_tokens', 'output_tokens', 'total_tokens', 'total_cost'];

/** The project-scoped lists as the page of the interface has them. */
const LISTS: Readonly<Record<string, List>> = {
  traces: {
    schema: TracePage,
    id: 'trace_id',
    limit: 50,
    total: SAMPLE_TRACES.length,
    order: ['start_time', 'end_time', 'duration_ms', 'span_count', ...TOKENS, 'trace_name'],
    defaultField: 'start_time',
  },
  spans: {
    schema: SpanPage,
    id: 'span_id',
    limit: 100,
    total: SPAN_COUNT,
    order: ['timestamp_start', 'timestamp_end', 'duration_ms', ...TOKENS, 'span_name', 'model'],
    defaultField: 'timestamp_start',
  },
  sessions: {
    schema: SessionPage,
    id: 'session_id',
    limit: 50,
    total: SESSIONS.size,
    order: ['start_time', 'end_time', 'trace_count', 'span_count', 'total_tokens', 'total_cost'],
    defaultField: 'end_time',
  },
};

function compare(a: Item, b: Item, field: string): number {
  const [left, right] = [a[field] ?? null, b[field] ?? null];
  if (left === right) return 0;
  return left === null || (right !== null && left < right) ? -1 : 1;
}

describe.for(Object.entries(LISTS))('{P}/%s', ([name, list]) => {
  const url = (query = '', project = 'sample'): string =>
    `${projectUrl(collector.url, project)}/${name}?${query}`;
  const page = (query = '', project?: string): Promise<AnyPage> =>
    read(list.schema, url(query, project)) as Promise<AnyPage>;
  const sorted = (items: readonly Item[], field: string, direction: number): Item[] =>
    items.toSorted((a, b) => direction * (compare(a, b, field) || compare(a, b, list.id)));

  test('answers {data, meta: {page, limit, total_items, total_pages}} and nothing else', async () => {
    const body = jsonOf(await send(url('limit=2'))) as AnyPage;
    expect(Object.keys(body)).toEqual(['data', 'meta']);
    expect(JSON.stringify(body.meta)).toBe(
      JSON.stringify({ page: 1, limit: 2, total_items: list.total, total_pages: Math.ceil(list.total / 2) }),
    );
  });

  test('has its own default page, limit and order', async () => {
    const { data, meta } = await page();
    expect(meta).toMatchObject({ page: 1, limit: list.limit, total_items: list.total });
    expect(data).toHaveLength(Math.min(list.limit, list.total));
    expect(data).toEqual(sorted(data, list.defaultField, -1));
  });

  test.for(list.order)(
    'is ordered by %s, ties by id, in both directions and down by default',
    async (field) => {
      const { data } = await page('limit=1000');
      for (const [order, direction] of [
        [field, -1],
        [`${field}:desc`, -1],
        [`${field}:asc`, 1],
      ] as const)
        expect((await page(`limit=1000&order_by=${order}`)).data).toEqual(sorted(data, field, direction));
    },
  );

  test('shows every row once when it is walked page by page', async () => {
    const { data } = await page(`limit=1000&order_by=${list.order[2]}`);
    const walked: Item[] = [];
    for (let n = 1; n <= Math.ceil(list.total / 3); n++)
      walked.push(...(await page(`limit=3&page=${n}&order_by=${list.order[2]}`)).data);
    expect(walked).toEqual(data);
    expect(new Set(walked.map((item) => item[list.id])).size).toBe(list.total);
  });

  test('is empty past the end, with the totals as they are', async () => {
    for (const n of [list.total + 1, 1_000_000_000_000]) {
      const past = await page(`page=${n}&limit=1`);
      expect(past).toEqual({
        data: [],
        meta: { page: n, limit: 1, total_items: list.total, total_pages: list.total },
      });
    }
  });

  test('is empty for a project that has no data', async () => {
    const empty = { data: [], meta: { page: 1, limit: list.limit, total_items: 0, total_pages: 0 } };
    expect(await page('', 'nobody')).toEqual(empty);
    expect(await page('environment=production&order_by=total_cost', 'nobody')).toEqual(empty);
  });

  test.for([
    ['page', ['0', '-1', '1.5', 'x', '', '1e30', '99999999999999999999', '1&page=2']],
    ['limit', ['0', '1001', '-5', 'ten', '']],
    ['from_timestamp', ['yesterday', '', '2026-13-01', '12:00']],
    ['to_timestamp', ['2026-02-13T99:00:00Z', 'now']],
    ['environment', ['["a"', '[1]', '[["a"]]']],
    ['user_id', ['a&user_id=b']],
  ] as const)('refuses a wrong %s with VALIDATION_ERROR, naming it', async ([parameter, values]) => {
    for (const value of values) {
      const error = await readError(url(`${parameter}=${value.replaceAll('"', '%22')}`));
      expect(error, value).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
      expect(error.message).toContain(parameter);
    }
  });

  test.for([
    'nothing',
    'span_kind',
    `${list.defaultField}:up`,
    `${list.defaultField}:asc:desc`,
    '',
    ':asc',
    '__proto__',
  ])('refuses order_by=%s with INVALID_ORDER_BY', async (order) => {
    const error = await readError(url(`order_by=${order}`));
    expect(error).toMatchObject({ status: 400, code: 'INVALID_ORDER_BY' });
    expect(error.message).toContain(list.defaultField);
  });

  test('takes from_timestamp and to_timestamp inclusively, on the start time', async () => {
    const start = name === 'spans' ? 'timestamp_start' : 'start_time';
    const { data } = await page('limit=1000');
    const times = data.map((item) => String(item[start])).sort();
    const [from, to] = [times[Math.floor(times.length / 4)]!, times[Math.floor(times.length / 2)]!];
    const within = data.filter((item) => String(item[start]) >= from && String(item[start]) <= to);
    const found = await page(`limit=1000&from_timestamp=${from}&to_timestamp=${to}`);
    expect(found.data).toEqual(within);
    expect(found.meta.total_items).toBe(within.length);
    expect((await page(`from_timestamp=${to}&to_timestamp=${from}`)).data).toEqual([]);
    // As another zone writes it, and beyond what a 64-bit number of nanoseconds reaches.
    const offset = `${from.slice(0, 11)}${Number(from.slice(11, 13)) + 2}${from.slice(13, -1)}%2B02:00`;
    expect(await page(`limit=1000&from_timestamp=${offset}&to_timestamp=9999-12-31`)).toEqual(
      await page(`limit=1000&from_timestamp=${from}`),
    );
    // With the plus as people type it.
    expect(await page(`limit=1000&from_timestamp=${offset.replace('%2B', '+')}`)).toEqual(
      await page(`limit=1000&from_timestamp=${from}`),
    );
    expect(await page('from_timestamp=0001-01-01')).toEqual(await page());
  });

  test('takes environment once, repeated or as a JSON array', async () => {
    const { data } = await page('limit=1000');
    const having = (...names: string[]): Item[] =>
      data.filter(({ environment }) => names.includes(String(environment)));
    expect(having('production').length).toBeGreaterThan(0);
    expect((await page('limit=1000&environment=production')).data).toEqual(having('production'));
    for (const both of [
      'environment=production&environment=staging',
      'environment=["production","staging"]',
    ]) {
      const found = await page(`limit=1000&${both.replaceAll('"', '%22')}`);
      expect(found.data).toEqual(having('production', 'staging'));
    }
    expect((await page('environment=Production')).data).toEqual([]);
  });

  test('takes user_id', async () => {
    const { data } = await page('limit=1000');
    const having = data.filter(({ user_id }) => user_id === 'user 1');
    const found = await page('limit=1000&user_id=user%201');
    expect(found.data).toEqual(having);
    expect(found.meta.total_items).toBe(having.length);
    expect(having.length).toBeGreaterThan(0);
  });
});
