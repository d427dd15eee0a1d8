import { describe, expect, test } from 'vitest';
import type { CheckedFilter, FilterOperator, FilterValue } from '../../contract/filters.ts';
import type { Listed } from './filter-fields.ts';
import { addFilters } from './filters.ts';
import { Where } from './list-query.ts';

const PROJECT = 7;
const filter = (key: string, op: FilterOperator, ...values: FilterValue[]): CheckedFilter => ({
  key,
  op,
  values,
});
function sqlOf(listed: Listed, ...filters: CheckedFilter[]): { sql: string; values: unknown[] } {
  const where = new Where();
  addFilters(where, listed, PROJECT, filters);
  return { sql: where.sql, values: where.values };
}

test.for<[listed: Listed, filter: CheckedFilter]>([
  ['spans', filter('environment', 'eq', 'production')],
  ['spans', filter('environment', 'ne', 'production')],
  ['spans', filter('environment', 'is_null')],
  ['spans', filter('total_tokens', 'gte', 100)],
  ['spans', filter('span_name', 'contains', 'Search')],
  ['spans', filter('span_name', 'starts_with', 'É')],
  ['spans', filter('status_code', 'in', 'OK', 'ERROR')],
  ['spans', filter('model', 'ne', 'gpt-4o')],
  ['spans', filter('tags', 'eq', 'blue')],
  ['spans', filter('timestamp_start', 'lt', '2026-02-13T00:43:53.316465Z')],
  ['spans', filter('has_error', 'eq', true)],
  ['spans', filter('gen_ai.tool.call.id', 'eq', 'call_1')],
  ['spans', filter('gen_ai.tool.call.id', 'ne', 'call_1')],
  ['spans', filter('gen_ai.request.temperature', 'gt', 0.5)],
  ['spans', filter('gen_ai.usage.input_tokens', 'gt', 5)],
  ['spans', filter('span_id', 'in', 'a', 'b')],
  ['spans', filter('trace_id', 'in', 'a', 'b')],
  ['spans', filter('trace_id', 'ne', 'a')],
  ['traces', filter('trace_id', 'in', 'a', 'b')],
  ['traces', filter('total_cost', 'gt', 0.01)],
  ['traces', filter('framework', 'eq', 'langchain')],
  ['traces', filter('status_code', 'ne', 'ERROR')],
  ['traces', filter('span_category', 'is_null')],
  ['traces', filter('tier', 'starts_with', 'Gold')],
  ['traces', filter('tier', 'is_null')],
  ['sessions', filter('frameworks', 'eq', 'langchain')],
  ['sessions', filter('model', 'contains', 'gpt')],
  ['sessions', filter('tier', 'lte', 'gold')],
])('%s where %j', ([listed, given]) => {
  expect(sqlOf(listed, given)).toMatchSnapshot();
});

describe('what is put together', () => {
  test('is combined with AND, in the order given, with as many marks as values', () => {
    const filters = [
      filter('environment', 'eq', 'a'),
      filter('tier', 'in', 'b', 'c'),
      filter('name', 'is_null'),
    ];
    const { sql, values } = sqlOf('traces', ...filters);
    expect(values.slice(0, 5)).toEqual(['a', PROJECT, 'tier', 'b', 'c']);
    expect(sql.split('?')).toHaveLength(values.length + 1);
  });

  test('never holds what was given', () => {
    const hostile = "x' OR 1=1 --";
    for (const listed of ['traces', 'spans', 'sessions'] as const)
      for (const op of ['eq', 'ne', 'contains', 'starts_with', 'in', 'gt', 'is_null'] as const)
        for (const key of [hostile, 'environment', 'model', 'span_name'])
          expect(sqlOf(listed, filter(key, op, hostile)).sql).not.toContain('1=1');
  });
});
