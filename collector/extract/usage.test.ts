import { describe, expect, test } from 'vitest';
import { createExtractor } from './extract.ts';
import { type SpanSketch, spanInput, usage } from './fixtures/span-input.ts';

const extractor = createExtractor();
const extract = (sketch: SpanSketch) => extractor.extract(spanInput(sketch));

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

describe("what Gemini's total has beside input and output", () => {
  const call = (model: string, counts: Readonly<Record<string, bigint>>) =>
    extract({
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': model,
        'gen_ai.usage.input_tokens': 100n,
        ...Object.fromEntries(Object.entries(counts).map(([name, n]) => [`gen_ai.usage.${name}`, n])),
      },
    }).usage;

  test('are thoughts, where none are told', () => {
    expect(call('gemini-2.5-pro', { output_tokens: 50n, total_tokens: 1150n })).toEqual(
      usage({ inputTokens: 100, outputTokens: 1050, totalTokens: 1150, reasoningTokens: 1000 }),
    );
  });

  test("is what Google's tools answered, where thoughts are told", () => {
    const counts = { output_tokens: 800n, reasoning_tokens: 600n, total_tokens: 1550n };
    expect(call('gemini-2.5-pro', counts)).toEqual(
      usage({ inputTokens: 150, outputTokens: 1400, totalTokens: 1550, reasoningTokens: 600 }),
    );
    expect(call('gemini-2.5-pro', { ...counts, output_tokens: 1400n })).toEqual(
      usage({ inputTokens: 150, outputTokens: 1400, totalTokens: 1550, reasoningTokens: 600 }),
    );
  });

  test('and where the model has no thoughts', () => {
    expect(call('gemini-2.0-flash', { output_tokens: 50n, total_tokens: 400n })).toEqual(
      usage({ inputTokens: 350, outputTokens: 50, totalTokens: 400 }),
    );
  });

  test("of others' totals nothing is guessed", () => {
    expect(call('gpt-5', { output_tokens: 50n, total_tokens: 1150n })).toEqual(
      usage({ inputTokens: 100, outputTokens: 50, totalTokens: 1150 }),
    );
    expect(call('gpt-5', { output_tokens: 80n, reasoning_tokens: 20n, total_tokens: 250n })).toEqual(
      usage({ inputTokens: 100, outputTokens: 80, totalTokens: 250, reasoningTokens: 20 }),
    );
  });
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
    const { 'llm.cost.completion': _, ...part } = attributes;
    expect(extract({ attributes: { ...part, 'llm.cost.total': 0.5 } }).cost).toEqual({
      input: 0.25,
      output: 0.25,
      total: 0.5,
      known: true,
    });
  });

  test('has the listed price for a part that the span leaves out, where it has no total', () => {
    expect(extract({ attributes: { ...call, 'llm.cost.prompt': 0.25 } }).cost).toEqual({
      input: 0.25,
      output: 0.6,
      total: 0.85,
      known: true,
    });
  });

  test("is the span's own only where what it says counts", () => {
    const hasOwn = (more: Readonly<Record<string, number>>): boolean =>
      extract({ attributes: { ...call, ...more } }).hasOwnCost;
    expect(hasOwn({ 'gen_ai.usage.cost': 0.75 })).toBe(true);
    expect(hasOwn({ 'llm.cost.completion': 0.5 })).toBe(true);
    for (const cost of [-1, 0]) expect(hasOwn({ 'gen_ai.usage.cost': cost })).toBe(false);
    expect(hasOwn({})).toBe(false);
  });

  test('absurd costs, and 0 for a model that has a price, are ignored', () => {
    for (const cost of [-1, 1e9, Number.POSITIVE_INFINITY, 0])
      expect(extract({ attributes: { ...call, 'gen_ai.usage.cost': cost } }).cost.total).toBe(0.75);
  });

  test('is 0 and unknown without a model, a price or usage', () => {
    const unknown = { input: 0, output: 0, total: 0, known: false };
    const unlisted = { ...call, 'gen_ai.request.model': 'my-own' };
    expect(extract({ attributes: unlisted }).cost).toEqual(unknown);
    // Who does not know the model either writes 0.
    expect(extract({ attributes: { ...unlisted, 'gen_ai.usage.cost': 0 } }).cost).toEqual(unknown);
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
