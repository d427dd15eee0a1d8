import { expect, test } from 'vitest';
import { Where, orderBy, pageMeta } from './list-query.ts';
import { TRACE_ORDER } from './trace-list.ts';

test('conditions are joined, their values bound in the same order', () => {
  const where = new Where()
    .add('project = ?', 7)
    .add('genai = 1')
    .when(undefined as string | undefined, 'never = ?')
    .when('alice', 'user_id = ?')
    .when('m', '(a = ? OR b = ?)', (value) => [value, value])
    .when(false, 'error = ?', (value) => [value ? 1 : 0]);
  expect(where.sql).toMatchInlineSnapshot(
    `"project = ? AND genai = 1 AND user_id = ? AND (a = ? OR b = ?) AND error = ?"`,
  );
  expect(where.values).toEqual([7, 'alice', 'm', 'm', 0]);
});

test('ties break on the id in the direction of the order', () => {
  expect(orderBy({ field: 'duration_ms', direction: 'asc' }, TRACE_ORDER, 'trace_id')).toMatchInlineSnapshot(
    `"ORDER BY duration_ns ASC, trace_id ASC"`,
  );
  expect(orderBy({ field: 'end_time', direction: 'desc' }, TRACE_ORDER, 'trace_id')).toMatchInlineSnapshot(
    `"ORDER BY end_ns DESC, trace_id DESC"`,
  );
});

test('the last page may be part of one', () => {
  expect(pageMeta({ page: 2, limit: 10 }, 21)).toEqual({
    page: 2,
    limit: 10,
    total_items: 21,
    total_pages: 3,
  });
  expect(pageMeta({ page: 1, limit: 10 }, 20).total_pages).toBe(2);
  expect(pageMeta({ page: 1, limit: 10 }, 0).total_pages).toBe(0);
});
