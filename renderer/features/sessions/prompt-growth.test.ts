import { expect, test } from 'vitest';
import { message } from '../../testing/builders.ts';
import { promptSizes } from './prompt-growth.ts';

const usage = (input: number, cached = 0) => ({
  input_tokens: input,
  output_tokens: 5,
  total_tokens: input + 5,
  cache_read_tokens: cached,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
});

test('each call’s input once, in the order of the calls', () => {
  const sizes = promptSizes([
    message('1', 'user', 'a', []),
    message('2', 'assistant', 'b', [], { usage: usage(300, 200), timestamp: '2026-01-01T00:00:02Z' }),
    message('3', 'assistant', 'a', [], { usage: usage(100), timestamp: '2026-01-01T00:00:01Z' }),
    message('4', 'assistant', 'b', [], { usage: usage(300, 200), timestamp: '2026-01-01T00:00:02Z' }),
    message('5', 'assistant', 'c', [], { usage: usage(0) }),
  ]);
  expect(sizes.map(({ spanId, inputTokens, cachedTokens }) => [spanId, inputTokens, cachedTokens])).toEqual([
    ['a', 100, 0],
    ['b', 300, 200],
  ]);
});
