import { beforeAll, describe, expect, test } from 'vitest';
import type { TSchema } from 'typebox';
import { SessionPage } from '../contract/sessions.ts';
import { SpanPage } from '../contract/spans.ts';
import { TracePage } from '../contract/traces.ts';
import { projectUrl, read } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf, type RequestSpec } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const LONG = 'x'.repeat(200);

/**
 * Trace 1, session a: an agent in production and its failing call with a tier. Trace 2, session b: a call in staging,
 * of the other tier and with a long note. Trace 3: a call without anything.
 */
const REQUESTS: readonly RequestSpec[] = [
  {
    resource: { 'service.name': 'shop', 'host.name': 'one', 'deployment.environment.name': 'production' },
    spans: [
      {
        traceId: traceIdOf(1),
        spanId: spanIdOf(1),
        name: 'plan',
        attributes: { 'gen_ai.operation.name': 'invoke_agent', 'session.id': 'a', 'user.tier': 'Gold' },
      },
      {
        traceId: traceIdOf(1),
        spanId: spanIdOf(2),
        parentSpanId: spanIdOf(1),
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'gpt-4o',
          'gen_ai.usage.input_tokens': 100,
          'gen_ai.request.temperature': 0.5,
          'gen_ai.request.seed': 9007199254740993n,
          'gen_ai.input.messages': '[{"role":"user"}]',
        },
        status: { code: 2 },
      },
    ],
  },
  {
    resource: { 'service.name': 'shop', 'host.name': 'two', 'deployment.environment.name': 'staging' },
    spans: [
      {
        traceId: traceIdOf(2),
        spanId: spanIdOf(3),
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'claude',
          'gen_ai.note': LONG,
          'gen_ai.request.temperature': 1,
          'session.id': 'b',
          'user.tier': 'silver',
          'gen_ai.stream': true,
          'gen_ai.request.stop_sequences': ['END', 'STOP'],
        },
      },
    ],
  },
  {
    spans: [{ traceId: traceIdOf(3), spanId: spanIdOf(4), attributes: { 'gen_ai.operation.name': 'chat' } }],
  },
];

const collector = sharedCollector({
  configure: (config) => {
    config.otel.attributes.trace_attributes = ['user.tier'];
    config.otel.attributes.span_attributes = ['host.name'];
  },
});
beforeAll(async () => {
  await store(collector.url, 'p', ...REQUESTS);
});

const LISTS: Readonly<Record<string, { schema: TSchema; id: string }>> = {
  traces: { schema: TracePage, id: 'trace_id' },
  spans: { schema: SpanPage, id: 'span_id' },
  sessions: { schema: SessionPage, id: 'session_id' },
};
const urlOf = (list: string, filters: string): string =>
  `${projectUrl(collector.url, 'p')}/${list}?filters=${encodeURIComponent(filters)}`;

/** Ids as short as they were written, in order. */
async function found(list: string, ...filters: object[]): Promise<string[]> {
  const { schema, id } = LISTS[list]!;
  const page = (await read(schema, urlOf(list, JSON.stringify(filters)))) as {
    data: Record<string, string>[];
    meta: { total_items: number };
  };
  expect(page.meta.total_items).toBe(page.data.length);
  return page.data.map((item) => item[id]!.replace(/^0+/, '')).sort();
}

test('traces are named by their ids, whose spans are found by them too, in the named project alone', async () => {
  const [one, three, none] = [traceIdOf(1), traceIdOf(3), traceIdOf(0xabc)];
  const named = (op: string, value: unknown) => ({ key: 'trace_id', op, value });
  expect(await found('traces', named('in', [one, three, none]))).toEqual(['1', '3']);
  expect(await found('traces', named('eq', three))).toEqual(['3']);
  expect(await found('traces', named('in', []))).toEqual([]);
  expect(await found('traces', named('ne', three))).toEqual(['1', '2']);
  expect(await found('spans', named('in', [three]))).toEqual(['4']);
  const others = `${projectUrl(collector.url, 'q')}/spans?filters=${encodeURIComponent(JSON.stringify([named('in', [one])]))}`;
  expect(((await read(SpanPage, others)) as { data: unknown[] }).data).toEqual([]);
});

describe('every operator, on a field of the item and on an attribute', () => {
  test.for<[op: string, value: unknown, environments: string[], tiers: string[]]>([
    ['eq', 'staging', ['2'], []],
    ['eq', 'Staging', [], []],
    ['eq', 'Gold', [], ['1']],
    ['ne', 'staging', ['1', '3'], ['1', '2', '3']],
    ['ne', 'Gold', ['1', '2', '3'], ['2', '3']],
    ['contains', 'TAG', ['2'], []],
    ['contains', 'L', [], ['1', '2']],
    ['starts_with', 'sta', ['2'], []],
    ['starts_with', 'GO', [], ['1']],
    ['in', ['staging', 'production', 'Gold'], ['1', '2'], ['1']],
    ['in', [], [], []],
    ['gt', 'production', ['2'], ['2']],
    ['gte', 'production', ['1', '2'], ['2']],
    ['lt', 'staging', ['1'], ['1', '2']],
    ['lte', 'production', ['1'], ['1']],
    ['is_null', undefined, ['3'], ['3']],
    ['is_not_null', undefined, ['1', '2'], ['1', '2']],
  ])('%s %j', async ([op, value, environments, tiers]) => {
    expect(await found('traces', { key: 'environment', op, value })).toEqual(environments);
    expect(await found('traces', { key: 'user.tier', op, value })).toEqual(tiers);
  });
});

test('the name of a trace finds its spans and sessions, too', async () => {
  const plan = { key: 'trace_name', op: 'eq', value: 'plan' };
  expect(await found('traces', plan)).toEqual(['1']);
  expect(await found('spans', plan)).toEqual(['1', '2']);
  expect(await found('sessions', plan)).toEqual(['a']);
});

describe('a span’s field on a list of traces or sessions', () => {
  test('matches when any span of it does', async () => {
    expect(await found('traces', { key: 'status_code', op: 'eq', value: 'ERROR' })).toEqual(['1']);
    expect(await found('sessions', { key: 'status_code', op: 'eq', value: 'ERROR' })).toEqual(['a']);
    expect(await found('traces', { key: 'span_category', op: 'eq', value: 'agent' })).toEqual(['1']);
    expect(await found('traces', { key: 'framework', op: 'eq', value: 'otel-genai' })).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(await found('sessions', { key: 'model', op: 'contains', value: 'GPT' })).toEqual(['a']);
  });

  test('with ne and is_null matches when no span has it', async () => {
    expect(await found('traces', { key: 'span_category', op: 'ne', value: 'agent' })).toEqual(['2', '3']);
    expect(await found('traces', { key: 'model', op: 'is_null' })).toEqual(['3']);
    expect(await found('sessions', { key: 'status_code', op: 'ne', value: 'ERROR' })).toEqual(['b']);
    expect(await found('spans', { key: 'model', op: 'is_null' })).toEqual(['1', '4']);
  });
});

describe('an indexed attribute', () => {
  test('of the resource is found on every list', async () => {
    const host = { key: 'host.name', op: 'eq', value: 'one' };
    expect(await found('spans', host)).toEqual(['1', '2']);
    expect(await found('traces', host)).toEqual(['1']);
    expect(await found('sessions', host)).toEqual(['a']);
  });

  test('keeps its type: numbers, booleans and text are different things', async () => {
    const on = (key: string, op: string, value: unknown) => found('spans', { key, op, value });
    expect(await on('gen_ai.request.temperature', 'gt', 0.4)).toEqual(['2', '3']);
    expect(await on('gen_ai.request.temperature', 'eq', 1.0)).toEqual(['3']);
    expect(await on('gen_ai.request.temperature', 'eq', '1')).toEqual([]);
    expect(await on('gen_ai.stream', 'eq', true)).toEqual(['3']);
    expect(await on('gen_ai.stream', 'eq', 1)).toEqual([]);
  });

  test('with 64 bits is found by all its digits', async () => {
    const url = (digits: string): string =>
      urlOf('spans', `[{"key":"gen_ai.request.seed","op":"eq","value":${digits}}]`);
    expect((await read(SpanPage, url('9007199254740993'))).meta.total_items).toBe(1);
    expect((await read(SpanPage, url('9007199254740992'))).meta.total_items).toBe(0);
    expect((await read(SpanPage, url('99999999999999999999999'))).meta.total_items).toBe(0);
  });

  test('that is an array is found by each of its items', async () => {
    const stop = (op: string, value: string) =>
      found('spans', { key: 'gen_ai.request.stop_sequences', op, value });
    expect(await stop('eq', 'STOP')).toEqual(['3']);
    expect(await stop('eq', 'END')).toEqual(['3']);
    expect(await stop('ne', 'END')).toEqual(['1', '2', '4']);
  });

  test('longer than is indexed is compared whole', async () => {
    const note = (op: string, value: unknown) => found('traces', { key: 'gen_ai.note', op, value });
    expect(await note('eq', LONG)).toEqual(['2']);
    expect(await note('eq', `${LONG}x`)).toEqual([]);
    expect(await note('eq', LONG.slice(0, 128))).toEqual([]);
    expect(await note('ne', `${LONG}x`)).toEqual(['1', '2', '3']);
    expect(await note('ne', LONG)).toEqual(['1', '3']);
    expect(await note('in', ['a', LONG])).toEqual(['2']);
    expect(await note('starts_with', 'xxx')).toEqual(['2']);
  });

  test('that holds messages is indexed by presence, and still compared by its whole value', async () => {
    const messages = (op: string, value?: unknown) =>
      found('traces', { key: 'gen_ai.input.messages', op, value });
    expect(await messages('is_not_null')).toEqual(['1']);
    expect(await messages('eq', '[{"role":"user"}]')).toEqual(['1']);
    expect(await messages('eq', '[]')).toEqual([]);
    expect(await messages('contains', 'role')).toEqual([]);
  });

  test('that is a column is found there', async () => {
    expect(await found('traces', { key: 'gen_ai.request.model', op: 'eq', value: 'gpt-4o' })).toEqual(['1']);
    expect(await found('spans', { key: 'gen_ai.usage.input_tokens', op: 'lte', value: 100 })).toEqual(['2']);
    expect(await found('spans', { key: 'gen_ai.usage.input_tokens', op: 'is_null' })).toEqual([
      '1',
      '3',
      '4',
    ]);
    expect(await found('traces', { key: 'service.name', op: 'eq', value: 'shop' })).toEqual(['1', '2']);
    for (const key of ['deployment.environment', 'deployment.environment.name'])
      expect(await found('traces', { key, op: 'eq', value: 'staging' })).toEqual(['2']);
  });
});

test.for(['no.such.key', 'host.id', '__proto__', 'toString', "x' OR 1=1 --"])(
  'the key %s, which nothing has: eq finds nothing, is_null everything',
  async (key) => {
    for (const [list, all] of [
      ['traces', ['1', '2', '3']],
      ['spans', ['1', '2', '3', '4']],
      ['sessions', ['a', 'b']],
    ] as const) {
      expect(await found(list, { key, op: 'eq', value: 'x' })).toEqual([]);
      expect(await found(list, { key, op: 'is_null' })).toEqual(all);
      expect(await found(list, { key, op: 'ne', value: 'x' })).toEqual(all);
      expect(await found(list, { key, op: 'is_not_null' })).toEqual([]);
    }
  },
);

test('filters are combined with AND, and with the other parameters', async () => {
  const chat = { key: 'gen_ai_operation_name', op: 'eq', value: 'chat' };
  expect(await found('spans', chat)).toEqual(['2', '3', '4']);
  expect(await found('spans', chat, { key: 'status_code', op: 'ne', value: 'ERROR' })).toEqual(['3', '4']);
  const url = `${urlOf('spans', JSON.stringify([chat]))}&environment=staging`;
  expect((await read(SpanPage, url)).data.map(({ span_id }) => span_id)).toEqual([spanIdOf(3)]);
  expect(await found('traces')).toEqual(['1', '2', '3']);
});

test('a replaced span is found by what it says now', async () => {
  const span = { traceId: traceIdOf(9), spanId: spanIdOf(9) };
  const of = (tier: string): RequestSpec => ({
    spans: [{ ...span, attributes: { 'gen_ai.operation.name': 'chat', 'user.tier': tier } }],
  });
  await store(collector.url, 'replaced', of('bronze'));
  await store(collector.url, 'replaced', of('iron'));
  const tiers = async (value: string): Promise<number> =>
    (
      await read(
        TracePage,
        `${projectUrl(collector.url, 'replaced')}/traces?filters=${encodeURIComponent(JSON.stringify([{ key: 'user.tier', op: 'eq', value }]))}`,
      )
    ).meta.total_items;
  expect([await tiers('bronze'), await tiers('iron')]).toEqual([0, 1]);
});

test('a time is compared as one', async () => {
  const start = '2026-02-02T02:40:00Z';
  expect(await found('traces', { key: 'start_time', op: 'eq', value: start })).toEqual(['1', '2', '3']);
  expect(
    await found('spans', { key: 'timestamp_end', op: 'lt', value: '2026-02-02T04:40:00.100001+02:00' }),
  ).toHaveLength(4);
  expect(
    await found('traces', { key: 'start_time', op: 'starts_with', value: '2026-02-02t02' }),
  ).toHaveLength(3);
  // A day to its end.
  const onDay = (op: string, value: string): Promise<string[]> =>
    found('traces', { key: 'start_time', op, value });
  expect(await onDay('lte', '2026-02-02')).toEqual(['1', '2', '3']);
  expect(await onDay('gt', '2026-02-02')).toEqual([]);
  expect(await onDay('gt', '2026-02-01')).toEqual(['1', '2', '3']);
  expect(await onDay('lt', '2026-02-02')).toEqual([]);
  expect(await onDay('gte', '2026-02-02')).toEqual(['1', '2', '3']);
});

test('fields are found under the names of the interface without projects, too', async () => {
  const ofTraces = (key: string, op: string, value?: unknown): Promise<string[]> =>
    found('traces', { key, op, value });
  expect(await ofTraces('detected_category', 'eq', 'agent')).toEqual(['1']);
  expect(await ofTraces('detected_category', 'ne', 'agent')).toEqual(['2', '3']);
  expect(await ofTraces('usage_input_tokens', 'gte', 100)).toEqual(['1']);
  expect(await ofTraces('usage_input_tokens', 'is_null')).toEqual(['2', '3']);
  expect(await ofTraces('status_code', 'eq', 2)).toEqual(['1']);
  expect(await ofTraces('status_code', 'in', [1, 'ERROR'])).toEqual(['1']);
});
