import { expect, test } from 'vitest';
import { createDraft } from '../draft.ts';
import { usageOf } from '../usage.ts';
import { usage } from '../fixtures/span-input.ts';
import { readCostDetails, readUsageDetails } from './langfuse-usage.ts';

function read(details: unknown) {
  const draft = createDraft();
  readUsageDetails(typeof details === 'string' ? details : JSON.stringify(details), draft);
  return usageOf(draft);
}

const WHOLE = usage({
  inputTokens: 100,
  outputTokens: 50,
  totalTokens: 150,
  cacheReadTokens: 60,
  reasoningTokens: 30,
});

test.each([
  [
    'parts that the wrapper took out',
    { input: 40, output: 20, total: 150, input_cached_tokens: 60, output_reasoning_tokens: 30 },
  ],
  [
    'parts beside the wholes, without a total',
    { input: 40, output: 20, input_cached_tokens: 60, output_reasoning: 30 },
  ],
  [
    'parts in the wholes, as the total says',
    { input: 100, output: 50, total: 150, input_cached_tokens: 60, output_reasoning_tokens: 30 },
  ],
  [
    "OpenAI's own usage",
    {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 30 },
    },
  ],
  [
    "that of OpenAI's Responses API",
    {
      input_tokens: 100,
      output_tokens: 50,
      total_tokens: 150,
      input_tokens_details: { cached_tokens: 60 },
      output_tokens_details: { reasoning_tokens: 30 },
    },
  ],
  [
    "LiteLLM's, which says what was cached twice",
    {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 30 },
      cache_read_input_tokens: 60,
    },
  ],
])('%s', (_, details) => {
  expect(read(details)).toEqual(WHOLE);
});

test("Anthropic's cached tokens stand beside its input", () => {
  const details = { input: 10, output: 5, cache_read_input_tokens: 80, cache_creation_input_tokens: 7 };
  expect(read(details)).toEqual(
    usage({ inputTokens: 97, outputTokens: 5, totalTokens: 102, cacheReadTokens: 80, cacheWriteTokens: 7 }),
  );
});

test.each([
  [
    'add up where there is no total',
    { input: 0.25, cache_read_input_tokens: 0.5, output: 1 },
    [0.75, 1, null],
  ],
  ['of thoughts are of the output', { input: 0.25, output: 1, output_reasoning_tokens: 2 }, [0.25, 3, null]],
  ['have the total that somebody says', { input: 0.25, output: 1, total: 2 }, [0.25, 1, 2]],
  ['may be a total alone', { total: 2 }, [null, null, 2]],
  ['that are no dollars are none', { input: -1, output: '1', total: 1e9 }, [null, null, null]],
])('costs %s', (_, details, [input, output, total]) => {
  const draft = createDraft();
  readCostDetails(JSON.stringify(details), draft);
  expect(draft).toMatchObject({ inputCost: input, outputCost: output, totalCost: total });
});

test.each([
  ['no JSON', '{"input":'],
  ['a list', '[1]'],
  ['no numbers', { input: 'many', output: null, total: -1 }],
  ['far too long', `{"input":1,"x":"${'x'.repeat(20_000)}"}`],
])('%s counts nothing', (_, details) => {
  expect(read(details)).toEqual(usage({}));
});
