import { beforeAll, describe, expect, test } from 'vitest';
import {
  UnscopedFilters,
  UnscopedTraceDetail,
  UnscopedTraceList,
  UnscopedTraceSpans,
} from '../contract/unscoped.ts';
import { readError } from '../testing/api-client.ts';
import { readExact } from '../testing/exact-json.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { PLAIN_TRACE, SAMPLE_REQUESTS, SAMPLE_TRACES } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import { startCollector } from '../testing/start-collector.ts';

const collector = sharedCollector();
let url: string;
beforeAll(async () => {
  url = `${collector.url}/api/v1`;
  await store(collector.url, 'default', ...SAMPLE_REQUESTS, PLAIN_TRACE);
  await store(collector.url, 'other', { spans: [{ traceId: traceIdOf(0xc00), spanId: spanIdOf(1) }] });
});

const list = (query = '') => readExact(UnscopedTraceList, `${url}/traces?${query}`);
const idsOf = async (query: string): Promise<string[]> =>
  (await list(`limit=100&${query}`)).traces.map(({ trace_id }) => trace_id);
const attributes = (key: string, op: string, value: unknown): string =>
  `attributes=${encodeURIComponent(JSON.stringify([{ key, op, value }]))}`;
const sampleIds = (keeps: (sample: (typeof SAMPLE_TRACES)[number], index: number) => boolean): string[] =>
  SAMPLE_TRACES.filter(keeps).map(({ traceId }) => traceId);

describe('/api/v1/traces', () => {
  test('lists the traces of project default, the one that started last first', async () => {
    const { traces, next_cursor, has_more } = await list();
    expect({ next_cursor, has_more }).toEqual({ next_cursor: null, has_more: false });
    expect(traces).toHaveLength(SAMPLE_TRACES.length + 1);
    const starts = traces.map(({ start_time_ns }) => start_time_ns);
    expect(starts).toEqual(starts.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  });

  test('a trace says what its spans add up to', async () => {
    const sample = SAMPLE_TRACES[0]!;
    const { traces } = await list(`search=${sample.traceId}`);
    const start = BigInt(sample.startMs) * 1_000_000n;
    const duration = BigInt(sample.durationMs) * 1_000_000n;
    expect(traces).toEqual([
      {
        trace_id: sample.traceId,
        session_id: sample.session,
        root_span_id: spanIdOf(1),
        root_span_name: 'run 0',
        service_name: 'service 0',
        detected_framework: 'otel-genai',
        span_count: 3,
        start_time_ns: start,
        end_time_ns: start + duration,
        duration_ns: duration,
        total_input_tokens: 100,
        total_output_tokens: 10,
        total_tokens: 110,
        has_errors: true,
      },
    ]);
  });

  test.for<[query: string, keeps: Parameters<typeof sampleIds>[0]]>([
    ['service=service%201', (_, index) => index % 2 === 1],
    ['agent=agent%200', ({ agent }) => agent === 'agent 0'],
    ['errors_only=true', ({ hasError }) => hasError],
    [attributes('gen_ai.agent.name', 'eq', 'agent 0'), ({ agent }) => agent === 'agent 0'],
    [
      `service=service%200&${attributes('gen_ai.usage.input_tokens', 'gte', 0)}`,
      (_, index) => index % 2 === 0,
    ],
    [attributes('no.such.key', 'eq', 'x'), () => false],
    [attributes('has_errors', 'eq', true), ({ hasError }) => hasError],
    [attributes('has_errors', 'is_null', undefined), () => false],
    [attributes('root_span_id', 'eq', spanIdOf(1)), (_, index) => index === 0],
    [
      attributes('root_span_name', 'in', ['run 0', 'run 3']),
      (_, index) => index % 9 === 0 || index % 9 === 3,
    ],
    [attributes('total_output_tokens', 'gt', 10), (_, index) => index % 3 > 0],
    [attributes('detected_framework', 'eq', 'otel-genai'), () => true],
    ['errors_only=true&agent=agent%201', ({ hasError, agent }) => hasError && agent === 'agent 1'],
    ['search=SERVICE%200', (_, index) => index % 2 === 0],
    ['search=a0', ({ traceId }) => traceId.includes('a0')],
    ['search=A0F', ({ traceId }) => traceId.includes('a0f')],
    ['framework=otel-genai', () => true],
    ['framework=nothing-known', () => false],
  ])('%s', async ([query, keeps]) => {
    expect((await idsOf(query)).toSorted()).toEqual(sampleIds(keeps).toSorted());
  });

  test.for([
    'search=%25',
    'search=_',
    'search=%5C',
    'search=%22%20OR%201',
    'search=%00',
    `search=${'%25'.repeat(9000)}`,
    'service=SERVICE%201',
    'agent=agent',
  ])('%s finds nothing, and no character has a meaning', async (query) => {
    expect(await idsOf(query)).toEqual([]);
  });

  test('errors_only=false leaves nothing out', async () => {
    expect(await idsOf('errors_only=false')).toHaveLength(SAMPLE_TRACES.length + 1);
  });

  test.for([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=',
    'limit=x',
    'limit=1&limit=2',
    'errors_only=maybe',
  ])('%s is VALIDATION_ERROR', async (query) => {
    const error = await readError(`${url}/traces?${query}`);
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(error.message).toContain(query.split('=')[0]);
  });

  test('an attributes filter that is none is INVALID_FILTER, and says which entry', async () => {
    const error = await readError(`${url}/traces?${attributes('gen_ai.agent.name', 'like', 'agent')}`);
    expect(error).toMatchObject({ status: 400, code: 'INVALID_FILTER' });
    expect(error.message).toContain('attributes[0].op');
  });

  test('a trace without a root names none, until it comes', async () => {
    const traceId = traceIdOf(0xd00);
    const [child, root] = [
      { traceId, spanId: spanIdOf(2), parentSpanId: spanIdOf(1), name: 'child' },
      { traceId, spanId: spanIdOf(1), name: 'root' },
    ];
    await store(collector.url, 'default', { spans: [child] });
    const { traces } = await list(`search=${traceId}`);
    expect(traces).toMatchObject([{ root_span_id: null, root_span_name: null, span_count: 1 }]);
    await store(collector.url, 'default', { spans: [root] });
    const { traces: whole } = await list(`search=${traceId}`);
    expect(whole).toMatchObject([{ root_span_id: spanIdOf(1), root_span_name: 'root', span_count: 2 }]);
  });
});

describe('/api/v1/traces/{trace_id}', () => {
  test('is the trace with its indexed attributes and their values', async () => {
    const { traceId, model, agent, tool } = SAMPLE_TRACES[0]!;
    const { attributes, ...trace } = await readExact(
      UnscopedTraceDetail,
      `${url}/traces/${traceId.toUpperCase()}`,
    );
    const { traces } = await list(`search=${traceId}`);
    expect(trace).toEqual(traces[0]);
    expect(attributes).toMatchObject({
      'gen_ai.operation.name': ['invoke_agent', 'chat', 'execute_tool'],
      'gen_ai.agent.name': [agent],
      'gen_ai.request.model': [model],
      'gen_ai.tool.name': [tool],
      'gen_ai.usage.input_tokens': [100],
    });
  });

  test('shows values as they were sent, the earliest first, and of content only that it is there', async () => {
    const traceId = traceIdOf(0xd01);
    const given = [
      { 'gen_ai.request.seed': 9007199254740993n, 'gen_ai.x.flag': true, 'gen_ai.x.list': ['a', 'b', 'a'] },
      { 'gen_ai.request.seed': 5, 'gen_ai.x.flag': 1, 'gen_ai.response.finish_reasons': ['stop', 'length'] },
      { 'gen_ai.request.seed': 5, 'gen_ai.input.messages': '[]', other: 'not indexed' },
      { 'gen_ai.output.messages': '[]', 'gen_ai.system_instructions': '[]' },
      { 'gen_ai.request.seed': '5', 'gen_ai.x.long': 'x'.repeat(200), 'gen_ai.request.temperature': 0.5 },
    ];
    const spans = given.map((attributes, i) => ({
      traceId,
      spanId: spanIdOf(9 - i),
      start: 1e12 + i,
      attributes,
    }));
    await store(collector.url, 'default', { spans });
    const { attributes } = await readExact(UnscopedTraceDetail, `${url}/traces/${traceId}`);
    expect(attributes).toEqual({
      'gen_ai.input.messages': [],
      'gen_ai.output.messages': [],
      'gen_ai.request.seed': [Number('9007199254740993'), 5, '5'],
      'gen_ai.request.temperature': [0.5],
      'gen_ai.response.finish_reasons': ['stop', 'length'],
      'gen_ai.system_instructions': [],
      'gen_ai.x.flag': [true, 1],
      'gen_ai.x.list': ['a', 'b'],
      'gen_ai.x.long': [`${'x'.repeat(128)}…`],
    });
    const { body } = await send(`${url}/traces/${traceId}`);
    expect(String(body)).toContain('"gen_ai.request.seed":[9007199254740993,5,"5"]');
  });

  test('has every value of a trace of many spans', async () => {
    const traceId = traceIdOf(0xd02);
    for (const part of [0, 1, 2]) {
      const spans = Array.from({ length: 2000 }, (_, i) => part * 2000 + i).map((n) => ({
        traceId,
        spanId: spanIdOf(1 + n),
        attributes: { 'gen_ai.request.seed': n, 'gen_ai.tool.name': `tool ${n % 3}` },
      }));
      await store(collector.url, 'default', { spans });
    }
    const { attributes } = await readExact(UnscopedTraceDetail, `${url}/traces/${traceId}`);
    expect(attributes['gen_ai.request.seed']).toEqual(Array.from({ length: 6000 }, (_, n) => n));
    expect(attributes['gen_ai.tool.name']).toEqual(['tool 0', 'tool 1', 'tool 2']);
  });

  test.for(['0'.repeat(32), 'no-hex', traceIdOf(0xc00), '%00'])(
    '%s is no trace of project default: TRACE_NOT_FOUND',
    async (id) => {
      for (const path of [`${url}/traces/${id}`, `${url}/traces/${id}/spans`])
        expect(await readError(path)).toMatchObject({ status: 404, code: 'TRACE_NOT_FOUND' });
    },
  );
});

test('/api/v1/traces/{trace_id}/spans are all spans of the trace in start order', async () => {
  const { spans } = await readExact(UnscopedTraceSpans, `${url}/traces/${SAMPLE_TRACES[0]!.traceId}/spans`);
  expect(spans.map(({ span_id, parent_span_id }) => [span_id, parent_span_id])).toEqual([
    [spanIdOf(1), null],
    [spanIdOf(2), spanIdOf(1)],
    [spanIdOf(3), spanIdOf(1)],
  ]);
});

test('/api/v1/traces/filters are the values to filter by', async () => {
  const { services, frameworks, attributes } = await readExact(UnscopedFilters, `${url}/traces/filters`);
  expect(services).toEqual(['service 0', 'service 1', 'test', 'web']);
  expect(frameworks).toEqual(['otel-genai']);
  const agents = attributes.find(({ key }) => key === 'gen_ai.agent.name')!;
  expect(agents).toMatchObject({ key_type: 'string', entity_type: 'span' });
  expect(new Set(agents.sample_values)).toEqual(new Set(['agent 0', 'agent 1']));
  expect(attributes.find(({ key }) => key === 'gen_ai.usage.input_tokens')?.key_type).toBe('number');
  expect(attributes).toContainEqual({
    key: 'gen_ai.input.messages',
    key_type: 'string',
    entity_type: 'span',
    sample_values: [],
  });
  const keys = attributes.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)].sort());
});

test('search finds letters of any script in either case', async () => {
  const spans = [{ traceId: traceIdOf(0xd00), spanId: spanIdOf(1) }];
  await store(collector.url, 'default', { resource: { 'service.name': 'ärger' }, spans });
  expect(await idsOf(`search=${encodeURIComponent('ÄRG')}`)).toEqual([traceIdOf(0xd00)]);
});

test('a collector that holds nothing answers empty lists', async () => {
  const empty = await startCollector();
  try {
    const api = `${empty.url}/api/v1`;
    const none = { next_cursor: null, has_more: false };
    expect(await readExact(UnscopedTraceList, `${api}/traces`)).toEqual({ traces: [], ...none });
    expect(await readExact(UnscopedFilters, `${api}/traces/filters`)).toEqual({
      services: [],
      frameworks: [],
      attributes: [],
    });
  } finally {
    await empty.stop();
  }
});
