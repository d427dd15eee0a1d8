import { calcPrice } from '@pydantic/genai-prices';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usage } from './fixtures/span-input.ts';
import { type PricedCall, createPricing } from './pricing.ts';

const timeMs = Date.UTC(2026, 1, 13, 12);
const pricing = createPricing();
const call = (
  system: string | null,
  model: string | null,
  counts: Partial<PricedCall['usage']>,
): PricedCall => ({
  system,
  models: [model],
  usage: usage(counts),
  timeMs,
});
const cents = { inputTokens: 1_000_000, outputTokens: 1_000_000 };

describe('cost', () => {
  test.each([
    ['openai', 'gpt-4o-mini'],
    ['anthropic', 'claude-sonnet-4-5-20250929'],
    ['google', 'gemini-2.5-pro'],
    ['deepseek', 'deepseek-chat'],
    ['openai', 'text-embedding-3-small'],
    ['aws', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['perplexity', 'sonar'],
  ])('of %s %s is what the price list computes', (providerId, model) => {
    fc.assert(
      fc.property(
        fc.nat(400_000),
        fc.nat(50_000),
        fc.nat(1000),
        fc.nat(1000),
        (input, output, read, write) => {
          const inputTokens = input + read + write;
          const counts = {
            inputTokens,
            outputTokens: output,
            cacheReadTokens: read,
            cacheWriteTokens: write,
          };
          const listed = calcPrice(
            {
              input_tokens: inputTokens,
              output_tokens: output,
              cache_read_tokens: read,
              cache_write_tokens: write,
            },
            model,
            { providerId, timestamp: new Date(timeMs) },
          );
          const cost = pricing.costOf(call(providerId, model, counts));
          expect(cost.known).toBe(true);
          expect(cost.input).toBeCloseTo(listed!.input_price, 9);
          expect(cost.output).toBeCloseTo(listed!.output_price, 9);
          expect(cost.total).toBeCloseTo(listed!.total_price, 9);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('what the cache keeps for an hour has its own price, a part of what is written to it', () => {
    const counts = { inputTokens: 10_010, outputTokens: 100, cacheWriteTokens: 10_000 };
    const short = call('anthropic', 'claude-sonnet-4-5', counts);
    const costOf = (cacheWriteHourTokens: number) => pricing.costOf({ ...short, cacheWriteHourTokens }).input;
    expect(costOf(0)).toBe(pricing.costOf(short).input);
    expect(costOf(10_000)).toBeCloseTo((10_000 * 6 + 10 * 3) / 1e6, 9);
    expect(costOf(4000)).toBeCloseTo((4000 * 6 + 6000 * 3.75 + 10 * 3) / 1e6, 9);
    expect(costOf(1e9)).toBe(costOf(10_000));
  });

  test('spoken words have their own price, both ways', () => {
    const counts = { inputTokens: 1000, outputTokens: 1000 };
    const written = call('openai', 'gpt-realtime', counts);
    const spoken = { ...written, audioInputTokens: 1000, audioOutputTokens: 500 };
    const listed = calcPrice(
      { input_tokens: 1000, output_tokens: 1000, input_audio_tokens: 1000, output_audio_tokens: 500 },
      'gpt-realtime',
      { providerId: 'openai', timestamp: new Date(timeMs) },
    );
    const cost = pricing.costOf(spoken);
    expect(cost.input).toBeCloseTo(listed!.input_price, 9);
    expect(cost.output).toBeCloseTo(listed!.output_price, 9);
    expect(cost.input).toBeGreaterThan(2 * pricing.costOf(written).input);
    expect(cost.output).toBeGreaterThan(1.5 * pricing.costOf(written).output);
  });

  test('more cached than input tokens count as all of the input', () => {
    const cost = pricing.costOf(call('openai', 'gpt-4o-mini', { inputTokens: 10, cacheReadTokens: 1e9 }));
    expect(cost.input).toBeCloseTo((10 * 0.075) / 1e6, 12);
  });

  test('an unknown model costs nothing that is known', () => {
    expect(pricing.costOf(call('openai', 'no-such-model', cents))).toEqual({
      input: 0,
      output: 0,
      total: 0,
      known: false,
    });
    expect(pricing.priceOf(call('openai', null, cents))).toBeNull();
    expect(pricing.priceOf(call('x'.repeat(5000), 'y'.repeat(5000), cents))).toBeNull();
  });

  test('a name has a price as long as it is remembered', () => {
    const named = (length: number) => `${'x'.repeat(length - '/gpt-4o-mini'.length)}/gpt-4o-mini`;
    expect(pricing.costOf(call(null, named(255), cents)).total).toBeCloseTo(0.75);
    expect(pricing.costOf(call(null, named(256), cents)).known).toBe(false);
  });

  test('the model that was asked for counts where the one that answered has no price', () => {
    const cost = pricing.costOf({ ...call('openai', null, cents), models: ['my-deployment', 'gpt-4o-mini'] });
    expect(cost.total).toBeCloseTo(0.75);
  });
});

describe('provider', () => {
  test.each([
    ['openai.chat', 'gpt-4o-mini', 'openai'],
    ['OpenAI', 'gpt-4o-mini', 'openai'],
    ['anthropic.messages', 'claude-sonnet-4-5', 'anthropic'],
    ['strands-agents', 'claude-sonnet-4-5', 'anthropic'],
    [null, 'gemini-2.5-pro', 'google'],
    [null, 'openai/gpt-4o', 'openai'],
    ['google', 'models/gemini-2.5-flash', 'google'],
    [null, 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'aws'],
    [null, 'text-embedding-3-small', 'openai'],
    ['langchain', 'text-embedding-ada-002', 'openai'],
    ['azure', 'text-embedding-3-large', 'azure'],
    [null, 'openai/text-embedding-3-large', 'openai'],
    [null, 'my-proxy/text-embedding-3-large', 'openai'],
    [null, 'embed-v4.0', 'cohere'],
    [null, 'mistral-embed', 'mistral'],
    ['TogetherAI', 'meta-llama/Llama-3.3-70B-Instruct-Turbo', 'together'],
  ])('%s with %s is %s', (system, model, provider) => {
    expect(pricing.priceOf(call(system, model, cents))?.provider).toBe(provider);
  });
});

test('a name alone that anybody may serve has no price, also where one provider only is listed with it', () => {
  expect(pricing.priceOf(call('ovhcloud', 'bge-m3', cents))).not.toBeNull();
  expect(pricing.priceOf(call(null, 'bge-m3', cents))).toBeNull();
});

test.each([
  ['ollama', 'deepseek-r1:8b'],
  ['Ollama', 'command-r-plus'],
  ['ollama.chat', 'gpt-oss-20b'],
  ['lmstudio', 'deepseek-ai/DeepSeek-R1-Distill-Qwen-7B'],
  ['LMStudio', 'openai/gpt-oss-20b'],
  ['vllm', 'mistral-nemo'],
  ['llama_cpp', 'kimi-k2'],
  ['llama.cpp', 'kimi-k2'],
  ['litellm', 'ollama_chat/deepseek-r1'],
  [null, 'hosted_vllm/openai/gpt-oss-20b'],
  ['openai', 'deepseek-r1:8b'],
])(
  '%s runs %s on a machine of its own: what a vendor takes for such a model is not its price',
  (system, model) => {
    expect(pricing.costOf(call(system, model, cents)).known).toBe(false);
  },
);

test('a model that a machine of its own runs costs what the user says', () => {
  const own = createPricing({ overrides: { 'deepseek-r1:8b': { input: 1, output: 2 } } });
  expect(own.costOf(call('ollama', 'deepseek-r1:8b', cents))).toMatchObject({ total: 3, known: true });
});

test.each(['deepseek/deepseek-r1:free', 'google/gemini-2.0-flash-exp:free', 'qwen/qwen3-coder:free'])(
  '%s costs nothing, and that is known',
  (model) => {
    const free = { input: 0, output: 0, total: 0, known: true };
    expect(pricing.costOf(call('openrouter', model, cents))).toEqual(free);
    expect(pricing.costOf(call('litellm', `openrouter/${model}`, cents))).toEqual(free);
  },
);

test('the price per million is the one that the call was counted with', () => {
  const short = pricing.priceOf(call('anthropic', 'claude-sonnet-4-5', { inputTokens: 1000 }));
  expect(short).toMatchObject({ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, reasoning: 15 });
  const long = pricing.priceOf(call('anthropic', 'claude-sonnet-4-5', { inputTokens: 300_000 }));
  expect(long).toMatchObject({ input: 6, output: 22.5 });
});

test('an override goes before the price list, whatever the case of the name', () => {
  const own = createPricing({ overrides: { 'GPT-4o-mini': { input: 1, output: 2, cache_read: 0.5 } } });
  expect(own.costOf(call('openai', 'gpt-4o-mini', { ...cents, cacheReadTokens: 500_000 }))).toEqual({
    input: 0.75,
    output: 2,
    total: 2.75,
    known: true,
  });
});

test('a made-up model a call does not fill memory or lose the prices of others', () => {
  for (let i = 0; i < 3000; i++) pricing.costOf(call(null, `model-${i}`, cents));
  expect(pricing.costOf(call('openai', 'gpt-4o-mini', cents)).total).toBeCloseTo(0.75);
});
