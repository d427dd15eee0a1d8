import { beforeAll, describe, expect, test } from 'vitest';
import { Stats, type Figures, type StatsGroup } from '../contract/stats.ts';
import { SpanPage } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { PLAIN_TRACE, SAMPLE_REQUESTS, SAMPLE_START } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
beforeAll(async () => {
  await store(collector.url, 'sample', ...SAMPLE_REQUESTS, PLAIN_TRACE);
});

const stats = (query = '', project = 'sample'): Promise<Stats> =>
  read(Stats, `${projectUrl(collector.url, project)}/stats?${query}`);

const NOTHING: Figures = {
  traces: 0,
  spans: 0,
  llm_calls: 0,
  tool_calls: 0,
  errors: 0,
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  total_cost: 0,
  unpriced_calls: 0,
  latency_ms: { p50: null, p95: null, p99: null },
  time_to_first_token_ms: { p50: null, p95: null },
};
type Sums = Omit<Figures, 'latency_ms' | 'time_to_first_token_ms'>;
const sumsOf = ({ latency_ms: _latency, time_to_first_token_ms: _first, ...sums }: Figures): Sums => sums;

/** What the list of traces says about the same traces. */
async function listed(query: string): Promise<Sums> {
  const url = `${projectUrl(collector.url, 'sample')}/traces?limit=1000&${query.includes('include_nongenai') ? '' : 'include_nongenai=true&'}${query}`;
  const { data } = await read(TracePage, url);
  const sum = (field: keyof (typeof data)[number]): number =>
    data.reduce((total, trace) => total + Number(trace[field]), 0);
  return {
    traces: data.length,
    spans: sum('span_count'),
    llm_calls: sum('llm_call_count'),
    tool_calls: sum('tool_call_count'),
    errors: sum('error_count'),
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    total_tokens: sum('total_tokens'),
    cache_read_tokens: sum('cache_read_tokens'),
    cache_write_tokens: sum('cache_write_tokens'),
    reasoning_tokens: sum('reasoning_tokens'),
    total_cost: expect.closeTo(sum('total_cost'), 9) as number,
    unpriced_calls: sum('unpriced_call_count'),
  };
}
const filters = (...conditions: object[]): string =>
  `filters=${encodeURIComponent(JSON.stringify(conditions))}`;
const at = (seconds: number): string => new Date(SAMPLE_START + seconds * 1000).toISOString();

describe('{P}/stats: totals', () => {
  test.for([
    '',
    'environment=production',
    'environment=production&environment=staging',
    `from_timestamp=${at(3)}&to_timestamp=${at(9)}`,
    `from_timestamp=${at(3)}&environment=staging`,
    'environment=nowhere',
    filters({ key: 'model', op: 'eq', value: 'gpt-4o' }),
    filters({ key: 'tool', op: 'eq', value: 'tool 0' }, { key: 'has_error', op: 'eq', value: true }),
    `environment=staging&${filters({ key: 'framework', op: 'ne', value: 'otel-genai' })}`,
    filters({ key: 'total_tokens', op: 'gt', value: 100 }),
    'include_nongenai=false',
  ])('are those of the traces that the list shows for %j', async (query) => {
    const { totals } = await stats(query);
    expect(sumsOf(totals)).toEqual(await listed(query));
  });

  test('are 0 and null without data', async () => {
    expect(await stats('', 'nobody')).toEqual({
      interval: 'minute',
      totals: NOTHING,
      series: [],
      groups: [],
    });
  });

  test('have the percentiles of model calls, each call once', async () => {
    const { data } = await read(
      SpanPage,
      `${projectUrl(collector.url, 'sample')}/spans?limit=1000&span_category=llm`,
    );
    const durations = data.map(({ duration_ms }) => duration_ms).sort((a, b) => a - b);
    const rank = (share: number): number => durations[Math.ceil(durations.length * share) - 1]!;
    const { totals } = await stats();
    expect(totals.llm_calls).toBe(durations.length);
    expect(totals.latency_ms).toEqual({ p50: rank(0.5), p95: rank(0.95), p99: rank(0.99) });
  });
});

describe('{P}/stats: series', () => {
  const hour = 3_600_000;
  const start = Date.parse('2026-03-01T00:30:00Z');
  const chat = (n: number, time: number): SpanSpec => ({
    traceId: traceIdOf(n),
    spanId: spanIdOf(n),
    start: time,
    end: time + n,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': n,
      'gen_ai.server.time_to_first_token': n / 1000,
    },
  });
  const times = [0, 0.1, 1, 26, 27, 49].map((hours) => start + hours * hour);
  beforeAll(() => store(collector.url, 'days', { spans: times.map((time, i) => chat(i + 1, time)) }));

  test('has a point for each interval in which a trace started', async () => {
    const points = async (interval: string) =>
      (await stats(`interval=${interval}`, 'days')).series.map(({ time, traces }) => [time, traces]);
    expect(await points('day')).toEqual([
      ['2026-03-01T00:00:00.000000Z', 3],
      ['2026-03-02T00:00:00.000000Z', 2],
      ['2026-03-03T00:00:00.000000Z', 1],
    ]);
    expect((await points('hour')).slice(0, 2)).toEqual([
      ['2026-03-01T00:00:00.000000Z', 2],
      ['2026-03-01T01:00:00.000000Z', 1],
    ]);
    expect(await points('minute')).toHaveLength(6);
  });

  test('has hours and days of the zone that is named', async () => {
    const of = async (zone: string) =>
      (await stats(`interval=day&time_zone=${zone}`, 'days')).series.map(({ time, traces }) => [
        time,
        traces,
      ]);
    expect(await of('America/Los_Angeles')).toEqual([
      ['2026-02-28T08:00:00.000000Z', 3],
      ['2026-03-01T08:00:00.000000Z', 2],
      ['2026-03-02T08:00:00.000000Z', 1],
    ]);
    expect(await of('utc')).toEqual(await of('UTC'));
    const [first] = (await stats('interval=hour&time_zone=Asia/Kathmandu', 'days')).series;
    expect(first).toMatchObject({ time: '2026-03-01T00:15:00.000000Z', traces: 2 });
  });

  test('adds up to the totals', async () => {
    for (const interval of ['minute', 'hour', 'day', 'day&time_zone=Asia/Kathmandu']) {
      const { totals, series } = await stats(`interval=${interval}`, 'days');
      for (const name of ['traces', 'spans', 'llm_calls', 'total_tokens'] as const)
        expect(series.reduce((sum, point) => sum + point[name], 0)).toBe(totals[name]);
    }
  });

  test('has percentiles of its own', async () => {
    const [first] = (await stats('interval=day', 'days')).series;
    expect(first?.latency_ms).toEqual({ p50: 2, p95: 3, p99: 3 });
    expect(first?.time_to_first_token_ms).toEqual({ p50: 2, p95: 3 });
  });

  test('chooses minutes, hours or days by what is there', async () => {
    const to = (hours: number): string => `to_timestamp=${new Date(start + hours * hour).toISOString()}`;
    expect((await stats(to(5), 'days')).interval).toBe('minute');
    expect((await stats('', 'days')).interval).toBe('hour');
    await store(collector.url, 'years', { spans: [chat(1, start), chat(2, start + 400 * 24 * hour)] });
    expect((await stats('', 'years')).interval).toBe('day');
    expect((await stats('interval=minute', 'years')).series).toHaveLength(2);
  });

  test('are minutes of the last six hours, which begin up to half a minute earlier', async () => {
    const covers = async (project: string, ms: number): Promise<string> => {
      await store(collector.url, project, { spans: [chat(1, start), chat(2, start + ms)] });
      return (await stats('', project)).interval;
    };
    expect(await covers('six-hours', 6 * hour + 30_000)).toBe('minute');
    expect(await covers('more', 6 * hour + 180_000)).toBe('hour');
  });

  test.for(['', 'interval=day'])('come with a trace whose clock was centuries off: %s', async (wanted) => {
    await store(collector.url, 'clocks', {
      spans: [chat(1, 0), chat(2, start), chat(3, Date.parse('2200-01-01T00:00:00Z'))],
    });
    const { interval, totals, series } = await stats(wanted, 'clocks');
    expect(interval).toBe('day');
    expect(totals.traces).toBe(3);
    expect(series.map(({ time, traces }) => [time.slice(0, 10), traces])).toEqual([
      ['1970-01-01', 1],
      ['2026-03-01', 1],
      ['2200-01-01', 1],
    ]);
  });
});

describe('{P}/stats: groups', () => {
  const groups = async (by: StatsGroup, project?: string) => (await stats(`group_by=${by}`, project)).groups;

  test('are of the traces that the filters choose', async () => {
    const wanted = filters({ key: 'model', op: 'eq', value: 'gpt-4o' });
    const { totals, series, groups: models } = await stats(`${wanted}&group_by=model`);
    expect(models.find(({ value }) => value === 'gpt-4o')?.traces).toBe(totals.traces);
    expect(series.reduce((sum, point) => sum + point.traces, 0)).toBe(totals.traces);
    expect(totals.traces).toBeLessThan((await stats()).totals.traces);
    const { groups: agents } = await stats(`${wanted}&group_by=agent`);
    expect(agents.reduce((sum, agent) => sum + agent.traces, 0)).toBeLessThanOrEqual(totals.traces);
  });

  test('are empty without group_by', async () => {
    expect((await stats()).groups).toEqual([]);
  });

  test.for<[by: StatsGroup, parameter: string]>([['environment', 'environment']])(
    'by %s are the totals of what the list finds',
    async ([by, parameter]) => {
      for (const { value, ...figures } of await groups(by))
        expect(sumsOf(figures)).toEqual(await listed(`${parameter}=${value}`));
    },
  );

  test('by user likewise', async () => {
    const found = await groups('user');
    expect(found.map(({ value }) => value).sort()).toEqual(['user 0', 'user 1']);
    for (const { value, ...figures } of found)
      expect(sumsOf(figures)).toEqual(await listed(`user_id=${encodeURIComponent(value)}`));
  });

  test('by model have each call once, and add up to the totals', async () => {
    const [{ totals }, found] = [await stats(), await groups('model')];
    expect(found.map(({ value }) => value).sort()).toEqual([
      'claude-3-5-sonnet-20241022',
      'gemini-1.5-pro',
      'gpt-4o',
    ]);
    for (const name of ['llm_calls', 'total_tokens', 'input_tokens'] as const)
      expect(found.reduce((sum, group) => sum + group[name], 0)).toBe(totals[name]);
  });

  test('by tool have its calls and their times', async () => {
    const [first] = await groups('tool');
    expect(first).toMatchObject({ value: 'tool 0', tool_calls: 6, llm_calls: 0, total_tokens: 0, traces: 6 });
    expect(first?.latency_ms.p50).toBeGreaterThan(0);
  });

  test('by agent have what lies below it, to the next agent', async () => {
    const span = (n: number, parent: number | null, attributes: SpanSpec['attributes']): SpanSpec => ({
      traceId: traceIdOf(1),
      spanId: spanIdOf(n),
      ...(parent === null ? {} : { parentSpanId: spanIdOf(parent) }),
      attributes: attributes!,
    });
    const agent = (name: string) => ({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name });
    const call = (tokens: number) => ({
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': tokens,
    });
    await store(collector.url, 'agents', {
      spans: [
        span(5, 4, call(1000)),
        span(1, null, { ...agent('outer'), 'gen_ai.usage.input_tokens': 1111 }),
        span(2, 1, call(1)),
        span(3, 1, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'ask' }),
        span(4, 3, agent('inner')),
        span(6, 3, call(10)),
        span(7, 99, call(100)),
      ],
    });
    const found = await groups('agent', 'agents');
    expect(
      found.map(({ value, spans, llm_calls, total_tokens }) => [value, spans, llm_calls, total_tokens]),
    ).toEqual([
      ['inner', 2, 1, 1000],
      ['outer', 4, 2, 11],
    ]);
  });

  test.for<[by: StatsGroup, values: string[]]>([
    ['framework', ['otel-genai']],
    ['provider', []],
    ['agent', ['agent 0', 'agent 1']],
  ])('by %s are named', async ([by, values]) => {
    expect((await groups(by)).map(({ value }) => value).sort()).toEqual(values);
  });
});
