import { beforeAll, describe, expect, test } from 'vitest';
import { FilterOptions } from '../contract/filter-options.ts';
import { SessionPage } from '../contract/sessions.ts';
import { SpanPage } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf, type PlainValue } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { PLAIN_TRACE, SAMPLE_REQUESTS } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector({
  configure: (config) => (config.otel.attributes.trace_attributes = ['tier', 'flags', 'active', 'rank']),
});
beforeAll(async () => {
  await store(collector.url, 'sample', ...SAMPLE_REQUESTS, PLAIN_TRACE);
});

type Item = Readonly<Record<string, unknown>>;
type Counts = FilterOptions['options'][keyof FilterOptions['options']];
const LISTS = ['traces', 'sessions', 'spans'] as const;
type Listed = (typeof LISTS)[number];

const optionsOf = (listed: Listed, project = 'sample'): Promise<FilterOptions> =>
  read(FilterOptions, `${projectUrl(collector.url, project)}/${listed}/filter-options`);
const all = async (listed: Listed): Promise<readonly Item[]> => {
  const schema = { traces: TracePage, sessions: SessionPage, spans: SpanPage }[listed];
  const url = `${projectUrl(collector.url, 'sample')}/${listed}?limit=1000${listed === 'traces' ? '&include_nongenai=true' : ''}`;
  return ((await read(schema, url)) as { data: Item[] }).data;
};

/** The most frequent first, then by value. */
function counted(given: readonly unknown[]): Counts {
  const values = given as readonly (string | null)[];
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
/** One value a listed item for each that any of its spans has. */
const distinct = (
  items: readonly Item[],
  id: (span: Item) => unknown,
  field: (span: Item) => unknown,
): unknown[] => {
  const pairs = items.flatMap((span) =>
    [field(span)].flat().map((value) => JSON.stringify([id(span), value])),
  );
  return [...new Set(pairs)]
    .map((pair) => JSON.parse(pair) as [unknown, unknown])
    .flatMap(([owner, value]) => (owner === null || owner === undefined ? [] : [value]));
};
const OF_SPANS = {
  framework: (span: Item) => span['framework'],
  model: (span: Item) => span['model'],
  agent: (span: Item) => span['agent_name'],
  tool: (span: Item) => span['tool_name'],
  status_code: (span: Item) => span['status_code'],
  tags: (span: Item) => span['tags'],
} as const;

test('{P}/traces/filter-options?include_nongenai=false counts what the list of traces has without it', async () => {
  const url = projectUrl(collector.url, 'sample');
  const { options, ...rest } = await read(
    FilterOptions,
    `${url}/traces/filter-options?include_nongenai=false`,
  );
  const whole = await optionsOf('traces');
  for (const [key, values] of Object.entries(options)) {
    const totals = await Promise.all(
      whole.options[key as keyof typeof options].map(async ({ value }) => {
        const filters = encodeURIComponent(JSON.stringify([{ key, op: 'eq', value }]));
        const { meta } = await read(TracePage, `${url}/traces?limit=1&filters=${filters}`);
        return { value, count: meta.total_items };
      }),
    );
    const listed = totals.filter(({ count }) => count > 0);
    expect(
      values.toSorted((a, b) => (a.value < b.value ? -1 : 1)),
      key,
    ).toEqual(listed.toSorted((a, b) => (a.value < b.value ? -1 : 1)));
  }
  expect(options.service_name).not.toEqual(whole.options.service_name);
  expect(options.status_code).not.toEqual(whole.options.status_code);
  expect(rest).toEqual({
    services: whole.services,
    frameworks: whole.frameworks,
    attributes: whole.attributes,
  });
});

describe.for(LISTS)('{P}/%s/filter-options', (listed) => {
  test('counts the listed items that have a value of their own', async () => {
    const { options } = await optionsOf(listed);
    const items = await all(listed);
    for (const name of ['environment', 'user_id', 'session_id', 'service_name'] as const)
      expect(options[name], name).toEqual(counted(items.map((item) => item[name])));
  });

  test('counts the listed items of which a span has the value', async () => {
    const { options } = await optionsOf(listed);
    const [spans, traces] = [await all('spans'), await all('traces')];
    const sessions = new Map(traces.map((trace) => [trace['trace_id'], trace['session_id']]));
    const owner = {
      spans: (span: Item) => `${String(span['trace_id'])}/${String(span['span_id'])}`,
      traces: (span: Item) => span['trace_id'],
      sessions: (span: Item) => sessions.get(span['trace_id']),
    }[listed];
    for (const [name, field] of Object.entries(OF_SPANS))
      expect(options[name as keyof typeof OF_SPANS], name).toEqual(counted(distinct(spans, owner, field)));
  });

  test('counts by the name of the trace', async () => {
    const traces = await all('traces');
    const { options } = await optionsOf(listed);
    const names = {
      traces: traces.map((trace) => trace['trace_name']),
      spans: traces.flatMap((trace) =>
        Array.from({ length: Number(trace['span_count']) }, () => trace['trace_name']),
      ),
      sessions: distinct(
        traces,
        (trace) => trace['session_id'],
        (trace) => trace['trace_name'],
      ),
    }[listed];
    expect(options.trace_name).toEqual(counted(names));
  });

  test('names the services, frameworks and indexed attributes of the project', async () => {
    const { services, frameworks, attributes } = await optionsOf(listed);
    expect(services).toEqual(['service 0', 'service 1', 'web']);
    expect(frameworks).toEqual(['otel-genai']);
    expect(attributes).toEqual([
      { key: 'gen_ai.input.messages', key_type: 'string', entity_type: 'span', sample_values: [] },
      { key: 'gen_ai.output.messages', key_type: 'string', entity_type: 'span', sample_values: [] },
    ]);
  });

  test('is empty for a project without data', async () => {
    const { options, ...rest } = await optionsOf(listed, 'nobody');
    expect(rest).toEqual({ services: [], frameworks: [], attributes: [] });
    for (const values of Object.values(options)) expect(values).toEqual([]);
  });
});

test('an attribute says its type, whether it is a trace’s or a span’s, and its first ten values', async () => {
  const span = (n: number) => ({
    traceId: traceIdOf(n),
    spanId: spanIdOf(n),
    attributes: {
      tier: `tier ${String(n).padStart(2, '0')}`,
      rank: n === 1 ? 9007199254740993n : n,
      active: n % 2 === 0,
      flags: [`f${n % 3}`],
      'gen_ai.request.temperature': n / 2,
    },
  });
  await store(collector.url, 'typed', { spans: Array.from({ length: 15 }, (_, i) => span(i + 1)) });
  const { attributes } = await optionsOf('traces', 'typed');
  expect(attributes).toEqual([
    { key: 'active', key_type: 'boolean', entity_type: 'trace', sample_values: [false, true] },
    { key: 'flags', key_type: 'array', entity_type: 'trace', sample_values: ['f0', 'f1', 'f2'] },
    {
      key: 'gen_ai.request.temperature',
      key_type: 'number',
      entity_type: 'span',
      sample_values: Array.from({ length: 10 }, (_, i) => (i + 1) / 2),
    },
    {
      key: 'rank',
      key_type: 'number',
      entity_type: 'trace',
      sample_values: Array.from({ length: 10 }, (_, i) => i + 2),
    },
    {
      key: 'tier',
      key_type: 'string',
      entity_type: 'trace',
      sample_values: Array.from({ length: 10 }, (_, i) => `tier ${String(i + 1).padStart(2, '0')}`),
    },
  ]);
});

test('an attribute’s type is that of the project’s own values, however many, and string where they differ', async () => {
  const send = (project: string, ...values: readonly PlainValue[]): Promise<unknown> =>
    store(collector.url, project, {
      spans: values.map((rank, i) => ({
        traceId: traceIdOf(i + 1),
        spanId: spanIdOf(i + 1),
        attributes: { rank },
      })),
    });
  const typeIn = async (project: string): Promise<unknown> =>
    (await optionsOf('traces', project)).attributes.map(({ key_type }) => key_type);
  const numbers = Array.from({ length: 12 }, (_, n) => n);
  await send('numbers', ...numbers);
  await send('texts', 'gold', 'silver');
  await send('booleans', true);
  await send('mixed', ...numbers, 'gold');
  await send('flags', false, 1);
  const projects = ['numbers', 'texts', 'booleans', 'mixed', 'flags'];
  expect(await Promise.all(projects.map(typeIn))).toEqual(
    ['number', 'string', 'boolean', 'string', 'string'].map((type) => [type]),
  );
});

test('integers of any size are told with all their digits', async () => {
  const integers = [-(2n ** 63n), -(2n ** 53n), 1n - 2n ** 53n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 63n - 1n];
  const spans = integers.map((rank, i) => ({
    traceId: traceIdOf(i + 1),
    spanId: spanIdOf(i + 1),
    attributes: { rank },
  }));
  await store(collector.url, 'default', { spans });
  for (const url of ['/api/v1/project/default/otel/traces/filter-options', '/api/v1/traces/filters']) {
    const response = await fetch(collector.url + url);
    expect(response.status).toBe(200);
    const body = await response.text();
    for (const integer of integers) expect(body).toContain(String(integer));
  }
});

test('only the 100 most frequent values are told', async () => {
  const spans = Array.from({ length: 150 }, (_, i) => ({
    traceId: traceIdOf(i + 1),
    spanId: spanIdOf(i + 1),
    attributes: { 'user.id': i < 20 ? 'often' : `user ${i}` },
  }));
  await store(collector.url, 'many', { spans });
  const { options } = await optionsOf('spans', 'many');
  expect(options.user_id).toHaveLength(100);
  expect(options.user_id[0]).toEqual({ value: 'often', count: 20 });
});

test.for(LISTS)('of %s no name of a trace is told that no address holds', async (listed) => {
  const span = (n: number, name: string) => ({
    traceId: traceIdOf(n),
    spanId: spanIdOf(n),
    name,
    attributes: { 'session.id': 'one' },
  });
  const project = `long-${listed}`;
  await store(collector.url, project, { spans: [span(1, 'n'.repeat(100_000)), span(2, 'short')] });
  const { options } = await optionsOf(listed, project);
  expect(options.trace_name).toEqual([{ value: 'short', count: 1 }]);
});
