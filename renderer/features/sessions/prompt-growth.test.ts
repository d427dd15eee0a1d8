import { expect, test } from 'vitest';
import { message, span } from '../../testing/builders.ts';
import { groupCalls, promptSizes } from './prompt-growth.ts';

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

test('a call that failed without an answer counts by what it took, also where the span around it repeats that', () => {
  const answered = message('1', 'assistant', 'a', [], {
    usage: usage(100),
    trace_id: 't',
    parent_span_id: 'run',
  });
  const sizes = promptSizes(
    [answered],
    [
      span('a', 'run', 0, 1, { input_tokens: 100 }),
      span('run', null, 0, 2, { input_tokens: 100 }),
      span('outer', null, 3, 9, { input_tokens: 700 }),
      span('failed', 'outer', 4, 8, { input_tokens: 700, cache_read_tokens: 50 }),
      span('refused', null, 5, 6),
    ],
  );
  expect(sizes.map(({ spanId, inputTokens, cachedTokens }) => [spanId, inputTokens, cachedTokens])).toEqual(
    expect.arrayContaining([
      ['a', 100, 0],
      ['failed', 700, 50],
    ]),
  );
  expect(sizes).toHaveLength(2);
});

test('calls are grouped only when there are too many, and none is left out', () => {
  const size = (inputTokens: number) => ({
    traceId: 't',
    spanId: String(inputTokens),
    model: null,
    timeMs: 0,
    inputTokens,
    cachedTokens: 0,
  });
  const of = (most: number) =>
    groupCalls([3, 1, 4, 1, 5, 9, 2].map(size), most).map(({ largest, firstCall, lastCall }) => [
      largest.inputTokens,
      firstCall,
      lastCall,
    ]);
  expect(of(7)).toEqual([3, 1, 4, 1, 5, 9, 2].map((tokens, n) => [tokens, n + 1, n + 1]));
  expect(of(3)).toEqual([
    [4, 1, 3],
    [9, 4, 6],
    [2, 7, 7],
  ]);
  expect(groupCalls([], 3)).toEqual([]);
});
