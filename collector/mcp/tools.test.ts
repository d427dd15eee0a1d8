import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyValues, spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { metricBytes, metricTime } from '../testing/otlp-metrics.ts';
import { McpAssistant } from '../testing/mcp-client.ts';
import { store, storeSignal } from '../testing/otlp-client.ts';
import { RICH, storeRichData } from '../testing/rich-data.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';
import { TOOLS } from './tools/tools.ts';

const DIGITS = '9007199254740993';
let collector: RunningCollector;
let assistant: McpAssistant;
beforeAll(async () => {
  collector = await startCollector();
  await storeRichData(collector.url);
  await store(collector.url, 'plain', {
    spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1), attributes: { big: BigInt(DIGITS), word: 'x' } }],
  });
  assistant = await McpAssistant.connect(collector.url);
});
afterAll(async () => {
  await assistant.close();
  await collector.stop();
});

const at = { trace_id: RICH.trace_id };
const rowsOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('an official client finds all tools, each of which says what it takes and changes nothing', async () => {
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  for (const { description, inputSchema, annotations } of tools) {
    expect(description).toMatch(/\.$/);
    expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(inputSchema.type).toBe('object');
    // What has a default need not be given.
    for (const name of inputSchema.required ?? [])
      expect(inputSchema.properties?.[name]).not.toHaveProperty('default');
  }
  const search = (tool: string): string =>
    JSON.stringify(tools.find(({ name }) => name === tool)?.inputSchema.properties?.['search']);
  expect(search('list_traces')).toContain('full text of messages');
  expect(search('list_logs')).toContain('a piece of the event name');
  // An assistant takes what is found nowhere for what never happened.
  expect(JSON.stringify(tools)).toContain('indexed attribute');
  const stats = tools.find(({ name }) => name === 'get_stats')?.inputSchema.properties;
  expect(stats?.['interval']).toMatchObject({
    description: expect.stringMatching(/without it, none$/) as string,
  });
  expect(JSON.stringify(stats)).not.toMatch(/`(?:series|groups)`|chosen by the range/);
  // They are read with every conversation of an assistant.
  expect(JSON.stringify(tools).length).toBeLessThan(20_000);
  expect(assistant.client.getInstructions()).toContain('list_traces');
});

test('list_traces has a row of what is known of each trace', async () => {
  const text = await assistant.tell('list_traces');
  expect(text.split('\n')[0]).toMatch(/^Traces 1 to (\d+) of \1, page 1 of 1:$/);
  const row = rowsOf(text).find(({ trace_id }) => trace_id === RICH.trace_id);
  expect(row).toMatchObject({
    trace_name: 'run',
    error_count: 2,
    session_id: RICH.session_id,
    agents: ['looker'],
  });
  expect(row).not.toHaveProperty('reasoning_tokens');
});

test('list_traces is narrowed, ordered and paged as the list of the REST interface is', async () => {
  expect(rowsOf(await assistant.tell('list_traces', { agent: 'looker', has_error: true }))).toHaveLength(1);
  expect(await assistant.tell('list_traces', { agent: 'nobody' })).toContain(
    'No trace of project default is like that',
  );
  const filters = JSON.stringify([{ key: 'gen_ai.agent.id', op: 'eq', value: 'agent-7' }]);
  for (const given of [filters, JSON.parse(filters) as unknown])
    expect(rowsOf(await assistant.tell('list_traces', { filters: given }))).toHaveLength(1);
  // As some models write what they leave out, and what is a number.
  expect(rowsOf(await assistant.tell('list_traces', { filters, user_id: null, limit: '1' }))).toHaveLength(1);
  expect(await assistant.tell('list_traces', { page: 9 })).toMatch(/no page 9/);
  expect(await assistant.tell('list_traces', { project_id: 'plain' })).toContain('include_nongenai');
  expect(
    rowsOf(await assistant.tell('list_traces', { project_id: 'plain', include_nongenai: true })),
  ).toHaveLength(1);
});

test('get_trace draws the tree with what each span is', async () => {
  const lines = (await assistant.tell('get_trace', at)).split('\n');
  expect(lines[0]).toBe(`Trace ${RICH.trace_id} · run`);
  const line = (n: number): string => lines.find((one) => one.startsWith(spanIdOf(n)))!;
  const depth = (n: number): number => /^\S+ +\S+ +\S+ {2}( *)/.exec(line(n))![1]!.length / 2;
  expect([1, 2, 3, 4].map(depth)).toEqual([0, 1, 2, 1]);
  expect(line(2)).toMatch(/generation chat gpt-4o · gpt-4o-2024-08-06/);
  expect(line(4)).toMatch(/tool execute_tool look · .*ERROR: Blind: it is dark/);
});

test('get_trace tells the smallest cost of a span with all its digits', async () => {
  const attributes = {
    'gen_ai.operation.name': 'embeddings',
    'gen_ai.request.model': 'text-embedding-3-small',
    'gen_ai.usage.input_tokens': 1,
  };
  await store(collector.url, 'small', {
    spans: [{ traceId: traceIdOf(400), spanId: spanIdOf(400), attributes }],
  });
  const told = await assistant.tell('get_trace', { project_id: 'small', trace_id: traceIdOf(400) });
  expect(told.split('\n').find((line) => line.startsWith(spanIdOf(400)))).toContain(' · $0.00000002');
});

test('get_trace says of a cost that it is not all', async () => {
  const cost = async (n: number, ...models: string[]): Promise<string | undefined> => {
    const spans = models.map((model, i) => ({
      traceId: traceIdOf(n),
      spanId: spanIdOf(n + i),
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': model,
        'gen_ai.usage.input_tokens': 100,
      },
    }));
    await store(collector.url, 'costs', { spans });
    const told = await assistant.tell('get_trace', { project_id: 'costs', trace_id: traceIdOf(n) });
    return /output tokens · cost (.*)$/m.exec(told)?.[1];
  };
  expect(await cost(100, 'gpt-4o')).toBe('$0.00025');
  expect(await cost(200, 'gpt-4o', 'unheard-of')).toBe('at least $0.00025 (1 call without a known price)');
  expect(await cost(300, 'unheard-of', 'unheard-of')).toBe('not known');
});

describe('read_conversation', () => {
  test.for([
    ['of a trace', at],
    ['of a session', { session_id: RICH.session_id }],
    ['of a span', { ...at, span_id: RICH.span_id }],
  ] as const)('%s has what was said, once and in order', async ([, whose]) => {
    const text = await assistant.tell('read_conversation', whose);
    const said = [
      'What is on these?',
      '**Tool call** `look`',
      '"seen": "a cat"',
      '> *Reasoning:* It said a cat.',
      'A cat.',
    ];
    const places = said.map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(text.split('What is on these?')).toHaveLength(2);
    expect(text).toContain(`· span ${RICH.span_id}`);
    expect(text).toContain('Tools that models were offered: look');
  });

  test.for([{}, { span_id: RICH.span_id }, { ...at, session_id: 'x' }])(
    '%j says whose it can be',
    async (whose) => {
      expect(await assistant.ask('read_conversation', whose)).toEqual({
        isError: true,
        text: 'give trace_id, or trace_id and span_id, or session_id',
      });
    },
  );
});

test('get_span has all that a span carries, 64-bit integers with all digits', async () => {
  const text = await assistant.tell('get_span', { ...at, span_id: spanIdOf(4) });
  expect(JSON.parse(text)).toMatchObject({
    tool_name: 'look',
    status_message: 'it is dark',
    attributes: { 'gen_ai.tool.call.arguments': '{"at":2}' },
    events: [{ name: 'exception', attributes: { 'exception.stacktrace': 'at look' } }],
  });
  const plain = { project_id: 'plain', trace_id: traceIdOf(1), span_id: spanIdOf(1) };
  expect(await assistant.tell('get_span', plain)).toContain(`"big": ${DIGITS}`);
  expect(await assistant.tell('get_span', { ...plain, attribute: 'big' })).toBe(DIGITS);
  expect(await assistant.ask('get_span', { ...plain, attribute: 'small' })).toMatchObject({ isError: true });
});

test('list_spans finds what failed, list_sessions and list_logs what belongs together', async () => {
  const failed = rowsOf(await assistant.tell('list_spans', { has_error: true }));
  expect(failed.map(({ error_preview }) => error_preview)).toContain('Blind: it is dark');
  // Its status does not say so.
  const events = [{ name: 'exception', attributes: { 'exception.message': 'no' } }];
  const spans = [{ traceId: traceIdOf(500), spanId: spanIdOf(500), status: { code: 1 }, events }];
  await store(collector.url, 'failed', { spans });
  expect(rowsOf(await assistant.tell('list_spans', { project_id: 'failed', has_error: true }))).toMatchObject(
    [{ status_code: 'OK', has_error: true, error_preview: 'no' }],
  );
  const [session] = rowsOf(await assistant.tell('list_sessions', { user_id: 'ada' }));
  expect(session).toMatchObject({ session_id: RICH.session_id, trace_count: 2 });
  const logs = rowsOf(await assistant.tell('list_logs', { trace_id: RICH.trace_id.toUpperCase() }));
  expect(logs.length).toBeGreaterThan(0);
  expect(new Set(logs.map(({ trace_id }) => trace_id))).toEqual(new Set([RICH.trace_id]));
});

test('get_stats has sums, groups and, where they are asked for, intervals', async () => {
  const plain = await assistant.tell('get_stats');
  expect(plain).toMatch(/^Totals:\n\{"traces":\d+/);
  expect(plain.split('\n')).toHaveLength(2);
  const whole = await assistant.tell('get_stats', { group_by: 'model', interval: 'day' });
  expect(whole).toMatch(/\nBy model:\n\{"value":"gpt-4o/);
  expect(whole).toMatch(/\nBy day:\n\{"time":"20/);
});

test('list_filter_values has values with how many have them, and attributes', async () => {
  const text = await assistant.tell('list_filter_values');
  expect(text).toMatch(/^agent: .*"looker" \(1\)/m);
  expect(text).toMatch(/^gen_ai\.usage\.cache_read\.input_tokens \(number\): 40$/m);
  expect(await assistant.tell('list_filter_values', { project_id: 'nobody' })).toContain(
    'Nothing has arrived',
  );
});

describe('of metrics', () => {
  const points = { project_id: 'measured' };
  beforeAll(async () => {
    const attributes = keyValues({ type: 'input' });
    const counts = [1, 2, 3].map((at, index) => ({
      timeUnixNano: metricTime(at),
      asInt: index === 2 ? DIGITS : String(at),
      attributes,
    }));
    const times = { timeUnixNano: metricTime(1), count: '4', sum: 6, max: 3, bucketCounts: ['4'] };
    const metrics = [
      {
        name: 'tokens',
        unit: '{token}',
        sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: counts },
      },
      { name: 'took', unit: 's', histogram: { aggregationTemporality: 2, dataPoints: [times] } },
    ];
    await storeSignal(collector.url, 'measured', 'metrics', metricBytes(metrics));
  });

  test('list_metrics has the newest value of each, of distributions the mean', async () => {
    const text = await assistant.tell('list_metrics', points);
    expect(text).toContain(`"last_value":${DIGITS}`);
    expect(rowsOf(text)).toMatchObject([
      { name: 'tokens', type: 'sum', unit: '{token}', series_count: 1, point_count: 3 },
      { name: 'took', type: 'histogram', unit: 's', service_names: ['shop'], last_mean: 1.5, point_count: 1 },
    ]);
    expect(await assistant.tell('list_metrics', { project_id: 'plain' })).toContain(
      'No metric of project plain',
    );
    const before = { ...points, to_timestamp: '2026-01-01T00:00:00Z' };
    expect(await assistant.tell('list_metrics', before)).toContain('No metric');
  });

  test('get_metric has the points of each series, the newest where there are many', async () => {
    const time = (second: number): string => `2026-02-02T02:40:0${second}.000000Z`;
    expect(await assistant.tell('get_metric', { ...points, name: 'tokens', max_points: 2 })).toBe(
      [
        'tokens · sum · {token}',
        [
          'shop {"type":"input"} cumulative',
          'the newest 2 of 3 points:',
          `${time(2)} 2`,
          `${time(3)} ${DIGITS}`,
        ].join('\n'),
      ].join('\n\n'),
    );
    expect(await assistant.tell('get_metric', { ...points, name: 'took' })).toContain(
      `shop {} cumulative\n${time(1)} {"count":4,"sum":6,"max":3}`,
    );
    const later = { ...points, name: 'tokens', from_timestamp: '2026-03-01T00:00:00Z' };
    expect(await assistant.tell('get_metric', later)).toContain('No point of it lies in that time.');
  });
});

test('list_projects has what each holds', async () => {
  const projects = rowsOf(await assistant.tell('list_projects')).map(({ project_id }) => project_id);
  expect(projects).toEqual(expect.arrayContaining(['default', 'plain']));
});

test.for([
  ['get_trace', {}, 'trace_id'],
  ['get_trace', { trace_id: 'abc' }, 'no trace abc in project default'],
  ['get_span', { trace_id: RICH.trace_id, span_id: 'abc' }, 'no span abc'],
  ['get_span', { trace_id: RICH.trace_id, span_id: 'abc', max_value_characters: 31 }, 'must be >= 100'],
  ['list_traces', { limit: 1000 }, 'limit must be <= 100'],
  ['list_traces', { nothing: 1 }, 'there is no "nothing", but project_id, page'],
  ['list_traces', { filters: '{}' }, 'filters must be a JSON array'],
  ['list_traces', { filters: { key: 'model', op: 'eq', value: 'x' } }, 'filters must be a JSON array'],
  ['list_traces', { project_id: 'a b' }, 'project_id must match pattern'],
  ['list_spans', { status_code: 'BAD' }, 'status_code must be one of "UNSET", "OK", "ERROR"'],
  ['list_logs', { min_severity: 'loud' }, 'min_severity must be'],
  ['get_metric', { name: 'nothing' }, 'no metric nothing in project default'],
  ['get_stats', { time_zone: 'Nowhere' }, 'time_zone must be'],
] as const)('%s of %j is told what is wrong', async ([name, given, words]) => {
  const { text, isError } = await assistant.ask(name, given);
  expect(isError).toBe(true);
  expect(text).toContain(words);
});

test('each tool was tried', () => {
  expect([...assistant.asked].toSorted()).toEqual(TOOLS.map(({ name }) => name).toSorted());
});
