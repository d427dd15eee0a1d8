import { beforeAll, describe, expect, test } from 'vitest';
import { UnscopedEventList, UnscopedSpanDetail } from '../contract/unscoped-events.ts';
import { UnscopedSpanList } from '../contract/unscoped.ts';
import { readError } from '../testing/api-client.ts';
import { readExact } from '../testing/exact-json.ts';
import { spanIdOf, traceIdOf, type PlainValue } from '../testing/otlp.ts';
import { store, storeSignal } from '../testing/otlp-client.ts';
import { logBytes } from '../testing/otlp-logs.ts';
import { PLAIN_TRACE, SAMPLE_REQUESTS, SAMPLE_TRACES } from '../testing/sample-traces.ts';
import { sharedCollector } from '../testing/shared-collector.ts';
import { startCollector } from '../testing/start-collector.ts';

const collector = sharedCollector();
let url: string;
beforeAll(async () => {
  url = `${collector.url}/api/v1/spans`;
  await store(collector.url, 'default', ...SAMPLE_REQUESTS, PLAIN_TRACE);
  await store(collector.url, 'other', { spans: [{ traceId: traceIdOf(0xc00), spanId: spanIdOf(0xc00) }] });
});

const list = (query = '') => readExact(UnscopedSpanList, `${url}?${query}`);
type Item = Awaited<ReturnType<typeof list>>['spans'][number];

describe('/api/v1/spans', () => {
  test('lists the spans of project default, the one that started last first', async () => {
    const { spans, next_cursor, has_more } = await list('limit=1000');
    expect({ next_cursor, has_more }).toEqual({ next_cursor: null, has_more: false });
    expect(spans).toHaveLength(SAMPLE_REQUESTS.reduce((sum, { spans: sent }) => sum + sent.length, 1));
    const starts = spans.map(({ start_time_ns }) => start_time_ns);
    expect(starts).toEqual(starts.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  });

  test('a page is 100 spans unless asked otherwise, and at most 1,000', async () => {
    const spans = Array.from({ length: 1100 }, (_, n) => ({
      traceId: traceIdOf(1),
      spanId: spanIdOf(1 + n),
    }));
    const large = await startCollector();
    try {
      await store(large.url, 'default', { spans });
      const api = `${large.url}/api/v1/spans`;
      expect((await readExact(UnscopedSpanList, api)).spans).toHaveLength(100);
      expect((await readExact(UnscopedSpanList, `${api}?limit=1000`)).spans).toHaveLength(1000);
      expect(await readError(`${api}?limit=1001`)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    } finally {
      await large.stop();
    }
  });

  const { traceId } = SAMPLE_TRACES[4]!;
  test.for<[query: string, keeps: (span: Item) => boolean]>([
    [`trace_id=${traceId}`, ({ trace_id }) => trace_id === traceId],
    [`trace_id=${traceId.toUpperCase()}`, ({ trace_id }) => trace_id === traceId],
    ['service=service%201', ({ service_name }) => service_name === 'service 1'],
    ['framework=otel-genai', ({ detected_framework }) => detected_framework === 'otel-genai'],
    ['category=tool', ({ detected_category }) => detected_category === 'tool'],
    ['agent=agent%201', ({ gen_ai_agent_name }) => gen_ai_agent_name === 'agent 1'],
    ['tool=tool%202', ({ gen_ai_tool_name }) => gen_ai_tool_name === 'tool 2'],
    ['model=gpt-4o', ({ gen_ai_request_model }) => gen_ai_request_model === 'gpt-4o'],
    [
      'model=gpt-4o&service=service%200&category=llm',
      (span) => span.gen_ai_request_model === 'gpt-4o' && span.service_name === 'service 0',
    ],
  ])('%s', async ([query, keeps]) => {
    const { spans: all } = await list('limit=1000');
    const { spans } = await list(`limit=1000&${query}`);
    expect(spans.length).toBeGreaterThan(0);
    expect(spans).toEqual(all.filter(keeps));
  });

  test.for(['trace_id=zz', `trace_id=${traceIdOf(0xc00)}`, 'model=gpt', 'tool=%00'])(
    '%s finds nothing',
    async (query) => {
      expect((await list(query)).spans).toEqual([]);
    },
  );
});

let lastTrace = 0xf00;
/** Stores a span of these attributes in a trace of its own and answers its detail. */
async function detailOf(attributes: Record<string, PlainValue>) {
  const traceId = traceIdOf(++lastTrace);
  const spanId = spanIdOf(lastTrace);
  await store(collector.url, 'default', { spans: [{ traceId, spanId, attributes, name: 'x' }] });
  return readExact(UnscopedSpanDetail, `${url}/${spanId}`);
}

describe('what a span does not report is null', () => {
  test('all of it, on a span that reports nothing', async () => {
    const { data, events, ...span } = await detailOf({});
    expect(span).toEqual({
      span_id: spanIdOf(lastTrace),
      trace_id: traceIdOf(lastTrace),
      session_id: null,
      parent_span_id: null,
      span_name: 'x',
      service_name: 'test',
      detected_framework: null,
      detected_category: 'other',
      gen_ai_system: null,
      gen_ai_operation_name: null,
      gen_ai_agent_name: null,
      gen_ai_tool_name: null,
      gen_ai_request_model: null,
      gen_ai_response_model: null,
      start_time_ns: 1_770_000_000_000_000_000n,
      end_time_ns: 1_770_000_000_100_000_000n,
      duration_ns: 100_000_000n,
      time_to_first_token_ms: null,
      request_duration_ms: null,
      status_code: 0,
      usage_input_tokens: null,
      usage_output_tokens: null,
      usage_total_tokens: null,
      usage_cache_read_tokens: null,
      usage_cache_write_tokens: null,
    });
    expect(data).toEqual({ attributes: {}, resource: { attributes: { 'service.name': 'test' } } });
    expect(events).toEqual([]);
  });

  const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o' };
  test('but 0 is 0', async () => {
    expect(
      await detailOf({ ...chat, 'gen_ai.usage.input_tokens': 0, 'gen_ai.usage.output_tokens': 0 }),
    ).toMatchObject({
      usage_input_tokens: 0,
      usage_output_tokens: 0,
      usage_total_tokens: 0,
      usage_cache_read_tokens: null,
    });
  });

  test('the total is computed from what is there', async () => {
    expect(await detailOf({ ...chat, 'gen_ai.usage.input_tokens': 7 })).toMatchObject({
      usage_input_tokens: 7,
      usage_output_tokens: null,
      usage_total_tokens: 7,
    });
    const both = { 'gen_ai.usage.input_tokens': 7, 'gen_ai.usage.output_tokens': 5 };
    expect(await detailOf({ ...chat, ...both })).toMatchObject({ usage_total_tokens: 12 });
    expect(await detailOf({ ...chat, ...both, 'gen_ai.usage.total_tokens': 20 })).toMatchObject({
      usage_total_tokens: 20,
    });
  });

  test('durations are milliseconds, whichever unit an exporter uses', async () => {
    const [token, request] = ['gen_ai.server.time_to_first_token', 'gen_ai.server.request.duration'];
    expect(await detailOf({ ...chat, [token]: 0.0625, [request]: 0.0975 })).toMatchObject({
      time_to_first_token_ms: 62.5,
      request_duration_ms: 97.5,
    });
    expect(await detailOf({ ...chat, [request]: 97 })).toMatchObject({ request_duration_ms: 97 });
    const vercel = { 'ai.operationId': 'ai.streamText.doStream', 'ai.response.msToFinish': 88.5 };
    expect(await detailOf(vercel)).toMatchObject({ request_duration_ms: 88.5 });
  });
});

describe('/api/v1/spans/{span_id}', () => {
  test('is the span of the list with its data and events', async () => {
    const spanId = spanIdOf(2);
    const { data, events, ...span } = await readExact(UnscopedSpanDetail, `${url}/${spanId.toUpperCase()}`);
    expect([span]).toEqual((await list('limit=1000')).spans.filter(({ span_id }) => span_id === spanId));
    expect(data.attributes).toMatchObject({ 'gen_ai.operation.name': 'chat', 'session.id': 'session-0' });
    expect(data.resource).toEqual({ attributes: { 'service.name': 'service 0' } });
    expect(events.map(({ event_type, content_preview }) => [event_type, content_preview])).toEqual([
      ['user_message', 'question 0'],
      ['choice', 'answer 0'],
    ]);
  });

  test('status_code is the protocol’s own number', async () => {
    for (const code of [0, 1, 2]) {
      const [traceId, spanId] = [traceIdOf(++lastTrace), spanIdOf(lastTrace)];
      await store(collector.url, 'default', { spans: [{ traceId, spanId, status: { code } }] });
      expect((await readExact(UnscopedSpanDetail, `${url}/${spanId}`)).status_code).toBe(code);
    }
  });

  test('of two spans of one id it is the newest, or the one in trace_id', async () => {
    const spanId = spanIdOf(0x777);
    const [older, newer] = [traceIdOf(0x771), traceIdOf(0x772)];
    await store(collector.url, 'default', { spans: [{ traceId: newer, spanId, start: 2_000_000_000_000 }] });
    await store(collector.url, 'default', { spans: [{ traceId: older, spanId, start: 1_900_000_000_000 }] });
    const traceOf = async (query: string): Promise<string> =>
      (await readExact(UnscopedSpanDetail, `${url}/${spanId}${query}`)).trace_id;
    expect(await traceOf('')).toBe(newer);
    expect(await traceOf(`?trace_id=${older}`)).toBe(older);
    expect(await traceOf(`?trace_id=${newer.toUpperCase()}`)).toBe(newer);
  });

  test('attributes keep 64-bit integers', async () => {
    const { span_id } = await detailOf({ 'app.count': 9007199254740993n });
    const text = await (await fetch(`${url}/${span_id}`)).text();
    expect(text).toContain('"app.count":9007199254740993');
  });

  test.for([
    'no-hex',
    '0000000000000000',
    spanIdOf(0xc00),
    '%00',
    `${spanIdOf(2)}?trace_id=${traceIdOf(0xb00)}`,
    `${spanIdOf(2)}?trace_id=zz`,
  ])('%s is SPAN_NOT_FOUND', async (id) => {
    const [path, query = ''] = id.split('?');
    const missing = { status: 404, code: 'SPAN_NOT_FOUND' };
    expect(await readError(`${url}/${path}?${query}`)).toMatchObject(missing);
    expect(await readError(`${url}/${path}/events?${query}`)).toMatchObject(missing);
  });
});

test('messages in log records are events too, when they come, each with an id that stays', async () => {
  const [traceId, spanId] = [traceIdOf(++lastTrace), spanIdOf(lastTrace)];
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o' };
  const said = (eventName: string, body: PlainValue, time: bigint) => ({
    traceId,
    spanId,
    eventName,
    body,
    time,
  });
  const send = (...logs: ReturnType<typeof said>[]): Promise<void> =>
    storeSignal(collector.url, 'default', 'logs', logBytes({ logs }));
  const events = async () => (await readExact(UnscopedEventList, `${url}/${spanId}/events`)).events;
  await store(collector.url, 'default', { spans: [{ traceId, spanId, attributes }] });
  await send(
    said('gen_ai.choice', { finish_reason: 'stop', message: { content: 'Hi.' } }, 9007199254740993n),
  );
  const [choice] = await events();
  await send(said('gen_ai.user.message', { content: 'Hello' }, 9007199254740992n));
  const all = await events();
  expect(all).toMatchObject([
    { event_type: 'user_message', content_preview: 'Hello', event_time_ns: 9007199254740992n },
    { event_type: 'choice', content_preview: 'Hi.', finish_reason: 'stop', event_time_ns: 9007199254740993n },
  ]);
  expect(all[1]).toEqual(choice);
});

test('/api/v1/spans/{span_id}/events are those of the detail with their attributes', async () => {
  const { events } = await readExact(UnscopedSpanDetail, `${url}/${spanIdOf(2)}`);
  const detailed = await readExact(UnscopedEventList, `${url}/${spanIdOf(2)}/events`);
  expect(detailed.events).toEqual(
    events.map((event, i) => ({ ...event, attributes: detailed.events[i]!.attributes })),
  );
  expect(detailed.events[1]!.attributes).toEqual({
    'gen_ai.output.messages': [
      { role: 'assistant', parts: [{ type: 'text', content: 'answer 0' }], finish_reason: 'stop' },
    ],
  });
});
