import { describe, expect, test } from 'vitest';
import { createExtractor } from './extract.ts';
import { type SpanSketch, spanInput, usage } from './fixtures/span-input.ts';

const extractor = createExtractor();
const extract = (sketch: SpanSketch) => extractor.extract(spanInput(sketch));

describe('framework', () => {
  test('is null for spans that have nothing to do with AI', () => {
    expect(extract({ attributes: { 'http.request.method': 'GET', 'session.id': 's' } }).framework).toBeNull();
    expect(extract({}).framework).toBeNull();
  });

  test('is not named by an id alone, or by a scope that others use too', () => {
    expect(extract({ attributes: { 'gen_ai.conversation.id': 'c' } })).toMatchObject({
      framework: null,
      sessionId: 'c',
    });
    expect(extract({ scope: 'ai', attributes: { 'http.method': 'GET' } }).framework).toBeNull();
  });

  test('an agent framework wins over the convention it is written in', () => {
    const attributes = { 'openinference.span.kind': 'LLM', 'ai.operationId': 'ai.generateText.doGenerate' };
    expect(extract({ attributes }).framework).toBe('vercel-ai');
  });
});

describe('category of plain spans', () => {
  test.each([
    ['http', { 'http.request.method': 'GET' }],
    ['http', { 'http.method': 'GET' }],
    ['http', { 'url.full': 'https://example.com' }],
    ['db', { 'db.system': 'postgresql', 'http.request.method': 'POST' }],
    ['db', { 'db.system.name': 'postgresql' }],
    ['other', { 'messaging.system': 'kafka' }],
  ] as const)('%s', (category, attributes) => {
    expect(extract({ attributes })).toMatchObject({ category, observationType: 'span', framework: null });
  });
});

describe('session, user and environment', () => {
  test('come from the span first, then from its resource', () => {
    const resource = {
      'session.id': 'r',
      'user.id': 'ru',
      'deployment.environment': 'prod',
      'service.name': 'shop',
    };
    expect(extract({ resource })).toMatchObject({
      sessionId: 'r',
      userId: 'ru',
      environment: 'prod',
      serviceName: 'shop',
    });
    const attributes = { 'traceloop.association.properties.session_id': 's', 'enduser.id': 'u' };
    expect(extract({ resource, attributes })).toMatchObject({
      sessionId: 's',
      userId: 'u',
      environment: 'prod',
    });
  });

  test('the first key in the order of the specification counts', () => {
    const attributes = { 'thread.id': 't', 'gen_ai.conversation.id': 'c', 'session.id': 's' };
    expect(extract({ attributes }).sessionId).toBe('s');
    expect(extract({ attributes: { ...attributes, 'session.id': '' } }).sessionId).toBe('c');
  });

  test("a thread of the operating system is no session, a conversation's is", () => {
    expect(extract({ attributes: { 'thread.id': 139n } }).sessionId).toBeNull();
    expect(extract({ attributes: { 'thread.id': 't' } }).sessionId).toBe('t');
  });
});

describe('usage', () => {
  const call = (attributes: SpanSketch['attributes']) =>
    extract({ attributes: { 'gen_ai.operation.name': 'chat', ...attributes } }).usage;

  test('counts that are negative, absurd or no numbers are ignored', () => {
    expect(
      call({
        'gen_ai.usage.input_tokens': -1n,
        'gen_ai.usage.output_tokens': Number.NaN,
        'gen_ai.usage.total_tokens': 10n ** 18n,
        'gen_ai.usage.cache_read.input_tokens': 'many',
      }),
    ).toEqual(usage({}));
  });

  test('counts may be doubles or text', () => {
    expect(call({ 'gen_ai.usage.input_tokens': 3, 'gen_ai.usage.output_tokens': '4' })).toEqual(
      usage({ inputTokens: 3, outputTokens: 4, totalTokens: 7 }),
    );
  });

  test('cached tokens that do not fit into the input stand beside it', () => {
    expect(
      call({
        'gen_ai.usage.input_tokens': 87n,
        'gen_ai.usage.output_tokens': 29n,
        'gen_ai.usage.total_tokens': 116n,
        'gen_ai.usage.cache_read.input_tokens': 96n,
      }),
    ).toEqual(usage({ inputTokens: 183, outputTokens: 29, totalTokens: 212, cacheReadTokens: 96 }));
  });

  test('a total that needs the cached tokens counts them on top', () => {
    expect(
      call({
        'gen_ai.usage.input_tokens': 100n,
        'gen_ai.usage.output_tokens': 20n,
        'gen_ai.usage.total_tokens': 180n,
        'gen_ai.usage.cache_read.input_tokens': 60n,
      }),
    ).toEqual(usage({ inputTokens: 160, outputTokens: 20, totalTokens: 180, cacheReadTokens: 60 }));
  });
});

describe('reasoning tokens', () => {
  const call = (counts: Readonly<Record<string, bigint>>) =>
    extract({
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.usage.input_tokens': 100n,
        ...Object.fromEntries(Object.entries(counts).map(([name, n]) => [`gen_ai.usage.${name}`, n])),
      },
    }).usage;

  test('that do not fit into the output stand beside it', () => {
    expect(call({ output_tokens: 16n, reasoning_tokens: 76n })).toEqual(
      usage({ inputTokens: 100, outputTokens: 92, totalTokens: 192, reasoningTokens: 76 }),
    );
  });

  test('without which the total is too high stand beside it', () => {
    expect(call({ output_tokens: 80n, reasoning_tokens: 20n, total_tokens: 200n })).toEqual(
      usage({ inputTokens: 100, outputTokens: 100, totalTokens: 200, reasoningTokens: 20 }),
    );
  });

  test('are else a part of the output', () => {
    expect(call({ output_tokens: 80n, reasoning_tokens: 20n })).toEqual(
      usage({ inputTokens: 100, outputTokens: 80, totalTokens: 180, reasoningTokens: 20 }),
    );
  });
});

describe('errors', () => {
  test.each([
    ['a status', { statusCode: 2 }],
    ['an exception event', { events: [{ name: 'exception' }] }],
    ['error.type', { attributes: { 'error.type': '500' } }],
  ])('%s marks the span', (_what, sketch: SpanSketch) => {
    expect(extract(sketch).hasError).toBe(true);
  });

  test('other events do not', () => {
    expect(extract({ statusCode: 1, events: [{ name: 'rows' }] }).hasError).toBe(false);
  });
});

test('events are not decoded where none can matter', () => {
  const span = spanInput({ statusCode: 2, events: [{ name: 'exception' }] });
  const sealed = { ...span, events: () => expect.fail('decoded') };
  expect(extractor.extract(sealed).hasError).toBe(true);
});

describe('time to the first token', () => {
  test('from an event', () => {
    const events = [{ name: 'First Token Stream Event', afterMs: 120 }];
    expect(extract({ attributes: { 'gen_ai.operation.name': 'chat' }, events }).timeToFirstTokenMs).toBe(120);
  });

  test.each([
    ['a moment', 250, 250],
    ['a moment before the span, as its milliseconds round down', -0.5, 0],
    ['a moment after the span', 5000, null],
  ])('from %s', (_, afterMs, expected) => {
    const at = new Date(1_764_000_000_000 + afterMs).toISOString();
    const attributes = { 'mastra.span.type': 'model_inference', 'mastra.completion_start_time': at };
    expect(extract({ attributes }).timeToFirstTokenMs).toBe(expected);
  });

  test('in milliseconds where seconds would lie past the end of the span', () => {
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.server.time_to_first_token': 350n };
    expect(extract({ attributes, durationMs: 900 }).timeToFirstTokenMs).toBe(350);
  });
});

test('a placeholder of a span in progress is running, whoever records the span', () => {
  const attributes = { 'ai.operationId': 'ai.generateText', 'logfire.span_type': 'pending_span' };
  expect(extract({ attributes })).toMatchObject({ running: true, framework: 'vercel-ai' });
  expect(extract({ attributes: { 'logfire.span_type': 'span' } }).running).toBe(false);
});

describe('cost', () => {
  const call = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.system': 'openai',
    'gen_ai.request.model': 'gpt-4o-mini',
    'gen_ai.usage.input_tokens': 1_000_000n,
    'gen_ai.usage.output_tokens': 1_000_000n,
  };

  test('comes from the price list', () => {
    expect(extract({ attributes: call }).cost).toEqual({
      input: 0.15,
      output: 0.6,
      total: 0.75,
      known: true,
    });
  });

  test('what the span says goes before, shared out as the price list would', () => {
    const { cost } = extract({ attributes: { ...call, 'gen_ai.usage.cost': 1.5 } });
    expect(cost).toMatchObject({ total: 1.5, known: true });
    expect(cost.input).toBeCloseTo(0.3);
    expect(cost.output).toBeCloseTo(1.2);
  });

  test('parts add up where the span has no total', () => {
    const attributes = {
      'openinference.span.kind': 'LLM',
      'llm.cost.prompt': 0.25,
      'llm.cost.completion': 0.5,
    };
    expect(extract({ attributes }).cost).toEqual({ input: 0.25, output: 0.5, total: 0.75, known: true });
  });

  test('absurd costs, and 0 for a model that has a price, are ignored', () => {
    for (const cost of [-1, 1e9, Number.POSITIVE_INFINITY, 0])
      expect(extract({ attributes: { ...call, 'gen_ai.usage.cost': cost } }).cost.total).toBe(0.75);
  });

  test('is 0 and unknown without a model, a price or usage', () => {
    const unknown = { input: 0, output: 0, total: 0, known: false };
    expect(extract({ attributes: { ...call, 'gen_ai.request.model': 'my-own' } }).cost).toEqual(unknown);
    expect(extract({}).cost).toEqual(unknown);
  });

  test("of a total alone is an embedding's input, and unknown of a chat", () => {
    const total = { 'gen_ai.system': 'openai', 'gen_ai.usage.total_tokens': 1_000_000n };
    const chat = { ...total, 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o-mini' };
    const embeddings = {
      ...total,
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.request.model': 'text-embedding-3-small',
    };
    for (const attributes of [
      chat,
      { ...chat, 'gen_ai.usage.input_tokens': 0n, 'gen_ai.usage.output_tokens': 0n },
    ])
      expect(extract({ attributes }).cost).toEqual({ input: 0, output: 0, total: 0, known: false });
    const { cost, usage } = extract({ attributes: embeddings });
    expect(cost).toEqual({ input: 0.02, output: 0, total: 0.02, known: true });
    expect(usage).toMatchObject({ inputTokens: 1_000_000, totalTokens: 1_000_000 });
  });
});
