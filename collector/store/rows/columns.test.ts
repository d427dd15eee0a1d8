import { expect, test } from 'vitest';
import { SPAN_ROW_COLUMNS, putSpanRow } from './columns.ts';
import type { SpanColumns } from './span-row.ts';

test('the values of a row stand in the order of its columns', () => {
  // Each column holds its own name.
  const named = Object.fromEntries(SPAN_ROW_COLUMNS.map((name) => [name, name]));
  const values: unknown[] = ['trace', 'project'];
  putSpanRow(values, 2, named as unknown as SpanColumns);
  expect(values).toEqual(['trace', 'project', ...SPAN_ROW_COLUMNS]);
});
