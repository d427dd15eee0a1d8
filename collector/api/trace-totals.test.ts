import { expect, test } from 'vitest';
import { TraceTotals } from '../contract/totals.ts';
import { SessionDetail } from '../contract/sessions.ts';
import { Stats } from '../contract/stats.ts';
import { TraceDetail, TraceTreeDetail } from '../contract/traces.ts';
import { projectUrl, read, readError } from '../testing/api-client.ts';
import { send } from '../testing/http-client.ts';
import { spanIdOf, traceIdOf, type PlainValue, type SpanSpec } from '../testing/otlp.ts';
import { JSON_TYPE, store } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();

const urlOf = (traceId: string): string => `${projectUrl(collector.url)}/traces/${traceId}`;
const span = (n: number, parent: number | null, attributes: Record<string, PlainValue>): SpanSpec => ({
  traceId: traceIdOf(1),
  spanId: spanIdOf(n),
  ...(parent === null ? {} : { parentSpanId: spanIdOf(parent) }),
  start: 1_770_000_000_000 + n,
  attributes,
});
const call = (model: string, tokens: number, more: Record<string, PlainValue> = {}) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': model,
  'gen_ai.usage.input_tokens': tokens,
  ...more,
});
const NO_CACHE = { cache_read_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0 };
const usage = (n: number, tokens: number, cost: number) => ({
  span_id: spanIdOf(n),
  input_tokens: tokens,
  output_tokens: 0,
  total_tokens: tokens,
  ...NO_CACHE,
  cost,
});

test('{P}/traces/{trace_id}/totals says which spans count with their price, and which are left out and why', async () => {
  await store(collector.url, 'default', {
    spans: [
      span(1, null, { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.usage.input_tokens': 3_001_007 }),
      span(2, 1, call('gpt-4o', 1_000_000)),
      span(3, 2, call('gpt-4o', 1_000_000)),
      span(4, 1, call('gpt-4o', 2_000_000, { 'gen_ai.usage.cost': 0.25 })),
      span(5, 1, call('a-model-nobody-knows', 7)),
      span(6, 1, { 'gen_ai.operation.name': 'execute_tool' }),
    ],
  });
  const price = { provider: 'openai', model: 'gpt-4o', input: 2.5, output: 10, cache_read: 1.25 };
  const totals = await read(TraceTotals, `${urlOf(traceIdOf(1))}/totals`);
  expect(totals).toEqual({
    counted: [
      { ...usage(3, 1_000_000, 2.5), cost_source: 'prices', price: expect.objectContaining(price) },
      { ...usage(4, 2_000_000, 0.25), cost_source: 'span', price: null },
      { ...usage(5, 7, 0), cost_source: null, price: null },
    ],
    left_out: [
      { ...usage(1, 3_001_007, 0), reason: 'descendant_has_usage' },
      { ...usage(2, 1_000_000, 2.5), reason: 'nested_call_has_usage' },
    ],
  });
  const { spans } = await read(TraceTreeDetail, `${urlOf(traceIdOf(1))}?fields=tree`);
  const told = spans.filter(({ usage_counts }) => usage_counts).map(({ span_id }) => span_id);
  expect(told).toEqual(totals.counted.map(({ span_id }) => span_id));
  const { total_tokens, total_cost } = await read(TraceDetail, urlOf(traceIdOf(1)));
  expect(totals.counted.reduce((sum, { total_tokens: tokens }) => sum + tokens, 0)).toBe(total_tokens);
  expect(totals.counted.reduce((sum, { cost }) => sum + cost, 0)).toBe(total_cost);
});

test('a call that comes after the span around it takes its place', async () => {
  const url = `${urlOf(traceIdOf(2))}/totals`;
  const of = (spec: SpanSpec): SpanSpec => ({ ...spec, traceId: traceIdOf(2) });
  await store(collector.url, 'default', { spans: [of(span(1, null, call('x', 5)))] });
  expect((await read(TraceTotals, url)).counted.map(({ span_id }) => span_id)).toEqual([spanIdOf(1)]);
  await store(collector.url, 'default', { spans: [of(span(2, 1, call('x', 5)))] });
  const { counted, left_out } = await read(TraceTotals, url);
  expect(counted.map(({ span_id }) => span_id)).toEqual([spanIdOf(2)]);
  expect(left_out.map(({ span_id }) => span_id)).toEqual([spanIdOf(1)]);
});

test('a call around a call that tells more of it counts, and what is computed of the other is left out', async () => {
  const url = urlOf(traceIdOf(5));
  const of = (spec: SpanSpec): SpanSpec => ({ ...spec, traceId: traceIdOf(5) });
  const cached = { 'gen_ai.usage.cache_read.input_tokens': 400 };
  await store(collector.url, 'default', {
    spans: [of(span(1, null, call('gpt-4o', 1000, cached))), of(span(2, 1, call('gpt-4o', 1000)))],
  });
  expect(await read(TraceTotals, `${url}/totals`)).toMatchObject({
    counted: [{ ...usage(1, 1000, 0.002), cache_read_tokens: 400 }],
    left_out: [{ ...usage(2, 1000, 0.0025), reason: 'call_around_tells_more' }],
  });
  expect(await read(TraceDetail, url)).toMatchObject({
    total_tokens: 1000,
    cache_read_tokens: 400,
    total_cost: 0.002,
    llm_call_count: 1,
  });
});

test('an answer that two instrumentations recorded side by side counts once, wherever it is summed up', async () => {
  const at = { session: 'twice', project: 'twice' };
  const recorded = (n: number, more: Partial<SpanSpec>): SpanSpec => ({
    ...span(n, 1, call('gpt-4o', 100, { 'gen_ai.response.id': 'chatcmpl-1', 'session.id': at.session })),
    ...more,
  });
  const [start, end] = [1_770_000_000_010, 1_770_000_000_900];
  const spans = [
    span(1, null, { 'gen_ai.operation.name': 'invoke_agent', 'session.id': at.session }),
    recorded(2, { start, end }),
    recorded(3, { start: start + 5, end: end - 5 }),
    // A proxy that gives each answer the same id: one after the other are two.
    recorded(4, { start: end + 5, end: end + 9 }),
  ];
  for (const one of spans) await store(collector.url, at.project, { spans: [one] });
  const url = projectUrl(collector.url, at.project);
  const { counted, left_out } = await read(TraceTotals, `${url}/traces/${traceIdOf(1)}/totals`);
  expect(counted.map(({ span_id }) => span_id)).toEqual([spanIdOf(3), spanIdOf(4)]);
  expect(left_out).toEqual([expect.objectContaining({ span_id: spanIdOf(2), reason: 'same_response' })]);
  const trace = await read(TraceDetail, `${url}/traces/${traceIdOf(1)}`);
  expect([trace.total_tokens, trace.llm_call_count]).toEqual([200, 2]);
  const session = await read(SessionDetail, `${url}/sessions/${at.session}`);
  expect(session.total_tokens).toBe(200);
});

test('an answer that one of two instrumentations recorded without its id counts once', async () => {
  const recorded = (n: number, name: string, id: string | null): SpanSpec => ({
    ...span(n, 1, call('gpt-4o', 100, id === null ? {} : { 'gen_ai.response.id': id })),
    name,
    start: 1_770_000_000_010,
    end: 1_770_000_000_900,
  });
  // As Anthropic's SDK streams, and OpenInference beside it.
  const spans = [span(1, null, {}), recorded(2, 'Messages', null), recorded(3, 'messages.create', 'msg_1')];
  for (const one of spans) await store(collector.url, 'without-id', { spans: [one] });
  const url = `${projectUrl(collector.url, 'without-id')}/traces/${traceIdOf(1)}`;
  const { counted, left_out } = await read(TraceTotals, `${url}/totals`);
  expect(counted.map(({ span_id }) => span_id)).toEqual([spanIdOf(3)]);
  expect(left_out).toEqual([expect.objectContaining({ span_id: spanIdOf(2), reason: 'same_response' })]);
  const { total_tokens, llm_call_count } = await read(TraceDetail, url);
  expect([total_tokens, llm_call_count]).toEqual([100, 1]);
});

test('so does one that instrumentations of two frameworks recorded under the same name', async () => {
  const recorded = (n: number, own: Record<string, string>): SpanSpec => ({
    ...span(n, 1, call('gpt-4o', 100, own)),
    name: 'chat gpt-4o',
    start: 1_770_000_000_010,
    end: 1_770_000_000_900,
  });
  const without = recorded(2, { 'openinference.span.kind': 'LLM' });
  const whole = recorded(3, { 'traceloop.workflow.name': 'turn', 'gen_ai.response.id': 'chatcmpl-1' });
  for (const one of [span(1, null, {}), without, whole])
    await store(collector.url, 'same-name', { spans: [one] });
  const url = `${projectUrl(collector.url, 'same-name')}/traces/${traceIdOf(1)}`;
  const { counted } = await read(TraceTotals, `${url}/totals`);
  expect(counted.map(({ span_id }) => span_id)).toEqual([spanIdOf(3)]);
  const { total_tokens, llm_call_count } = await read(TraceDetail, url);
  expect([total_tokens, llm_call_count]).toEqual([100, 1]);
});

test('calls that count without a known price are counted, wherever costs are summed up', async () => {
  const own = { 'session.id': 'priceless', 'gen_ai.agent.name': 'helper', 'deployment.environment': 'here' };
  const spans = [
    // It repeats the calls in it, and has no price either.
    span(1, null, { ...call('unheard-of', 300), 'gen_ai.operation.name': 'invoke_agent', ...own }),
    span(2, 1, call('gpt-4o', 100, own)),
    span(3, 1, call('unheard-of', 100, own)),
    span(4, 1, call('unheard-of', 100, own)),
    // Nobody says that anything was taken.
    span(5, 1, { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'unheard-of', ...own }),
  ];
  for (const one of spans) await store(collector.url, 'priceless', { spans: [one] });
  const url = projectUrl(collector.url, 'priceless');
  expect(await read(TraceDetail, `${url}/traces/${traceIdOf(1)}`)).toMatchObject({ unpriced_call_count: 2 });
  expect(await read(SessionDetail, `${url}/sessions/priceless`)).toMatchObject({ unpriced_call_count: 2 });
  const groups = async (by: string): Promise<unknown> => {
    const stats = await read(Stats, `${url}/stats?group_by=${by}`);
    expect(stats.totals.unpriced_calls).toBe(2);
    return Object.fromEntries(stats.groups.map(({ value, unpriced_calls }) => [value, unpriced_calls]));
  };
  expect(await groups('model')).toEqual({ 'gpt-4o': 0, 'unheard-of': 2 });
  expect(await groups('agent')).toEqual({ helper: 2 });
  expect(await groups('environment')).toEqual({ here: 2 });
});

test('a trace that is not there is not found', async () => {
  expect(await readError(`${urlOf(traceIdOf(9))}/totals`)).toMatchObject({ code: 'TRACE_NOT_FOUND' });
});

const setPrice = async (input: number): Promise<void> => {
  const answer = await send(`${collector.url}/api/v1/settings`, {
    method: 'PATCH',
    headers: JSON_TYPE,
    body: JSON.stringify({ pricing: { overrides: { 'own-model': { input, output: 1 } } } }),
  });
  expect(answer.status).toBe(200);
};

test('a cost that today’s price does not make is still from prices, unless the span says it', async () => {
  const url = `${urlOf(traceIdOf(4))}/totals`;
  await setPrice(2);
  const audio = {
    'openinference.span.kind': 'LLM',
    'llm.provider': 'google',
    'llm.model_name': 'gemini-2.5-flash',
    'llm.token_count.prompt': 1000,
    'llm.token_count.prompt_details.audio': 900,
  };
  const sent = { 'gen_ai.usage.cost': 2 };
  const specs = [audio, call('own-model', 1_000_000), call('own-model', 1_000_000, sent)].map(
    (attributes, i) => ({ ...span(i + 1, null, attributes), traceId: traceIdOf(4) }),
  );
  await store(collector.url, 'default', { spans: specs });
  const told = async (): Promise<unknown[]> =>
    (await read(TraceTotals, url)).counted.map(({ cost, cost_source, price }) => [
      cost > 0,
      cost_source,
      price?.input ?? null,
    ]);
  expect(await told()).toEqual([
    [true, 'prices', null],
    [true, 'prices', 2],
    [true, 'span', null],
  ]);
  await setPrice(3);
  expect((await told())[1]).toEqual([true, 'prices', null]);
});

test('the price is the one that counts now, in every reader thread', async () => {
  const url = `${urlOf(traceIdOf(3))}/totals`;
  const prices = async (): Promise<unknown[]> => {
    // More at once than one reader takes: the others start, or have started with other prices.
    const all = await Promise.all(Array.from({ length: 40 }, () => read(TraceTotals, url)));
    return all.map(({ counted }) => counted[0]!.price?.input ?? null);
  };
  const priced = async (input: number): Promise<void> => {
    await setPrice(input);
    const spec = span(1, null, call('own-model', 1_000_000));
    await store(collector.url, 'default', { spans: [{ ...spec, traceId: traceIdOf(3) }] });
  };
  for (const input of [2, 3, 5]) {
    await priced(input);
    expect(new Set(await prices())).toEqual(new Set([input]));
  }
});
