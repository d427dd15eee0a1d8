import { describe, expect, test } from 'vitest';
import { breakdownColumns, sortBreakdown, tracesOfGroup, type BreakdownRow } from './breakdown-table.ts';

const row = (value: string, total_tokens: number, p50: number | null): BreakdownRow => ({
  value,
  traces: 1,
  spans: 1,
  llm_calls: 1,
  tool_calls: 0,
  errors: 0,
  input_tokens: 0,
  output_tokens: 0,
  total_tokens,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  total_cost: 0,
  unpriced_calls: 0,
  latency_ms: { p50, p95: null, p99: null },
  time_to_first_token_ms: { p50: null, p95: null },
});
const rows = [row('b', 5, null), row('a', 5, 20), row('c', 9, 10)];
const names = (orderBy?: string): string =>
  sortBreakdown(rows, 'model', orderBy)
    .map(({ value }) => value)
    .join('');

describe('sortBreakdown', () => {
  test.for([
    [undefined, 'cab'],
    ['total_tokens:asc', 'abc'],
    ['p50:desc', 'acb'],
    ['p50:asc', 'cab'],
    ['value:asc', 'abc'],
    ['value:desc', 'cba'],
    ['nothing:desc', 'abc'],
  ] as const)('by %s is %s', ([orderBy, expected]) => {
    expect(names(orderBy)).toBe(expected);
  });
});

test('tools are told by their own calls', () => {
  expect(breakdownColumns('tool').map(({ field }) => field)).not.toContain('total_tokens');
  expect(breakdownColumns('agent').map(({ field }) => field)).toContain('tool_calls');
});

describe('tracesOfGroup', () => {
  test('keeps time range and filters, and adds the value', () => {
    const filters = JSON.stringify([{ key: 'tool', op: 'eq', value: 'search' }]);
    expect(
      tracesOfGroup({ range: '1h', filters, by: 'model', order_by: 'p50:asc' }, 'model', 'gpt-4o'),
    ).toEqual({
      range: '1h',
      filters: JSON.stringify([
        { key: 'tool', op: 'eq', value: 'search' },
        { key: 'model', op: 'eq', value: 'gpt-4o' },
      ]),
    });
  });

  test('names a value once', () => {
    const filters = JSON.stringify([{ key: 'gen_ai_system', op: 'eq', value: 'openai' }]);
    expect(tracesOfGroup({ filters }, 'provider', 'openai')).toEqual({ filters });
  });
});
