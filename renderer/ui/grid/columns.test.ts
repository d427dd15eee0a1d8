import { expect, test } from 'vitest';
import { DEFAULT_LAYOUT, roomiestColumn, type Column } from './columns.ts';

const column = (id: string, track: string, isNumber = false): Column<null> => ({
  id,
  label: id,
  track,
  isNumber,
  cell: () => null,
});
const columns = [
  column('dot', '14px'),
  column('name', 'minmax(136px,2fr)'),
  column('text', 'minmax(140px,2.6fr)'),
  column('spans', '180px', true),
];

test('most room has what is widest at its least, or where somebody has set that one, the next', () => {
  expect(roomiestColumn(columns, DEFAULT_LAYOUT)).toBe(2);
  expect(roomiestColumn(columns, { shown: {}, widths: { text: 90 } })).toBe(1);
});

test('of columns that somebody has set it is the widest one of text', () => {
  expect(roomiestColumn(columns, { shown: {}, widths: { text: 90, name: 80 } })).toBe(2);
  expect(roomiestColumn([], DEFAULT_LAYOUT)).toBe(0);
});

test('a long label leaves less room beside it', () => {
  const texts = [column('name', 'minmax(136px,2fr)'), column('input and output', 'minmax(140px,2.6fr)')];
  expect(roomiestColumn(texts, DEFAULT_LAYOUT)).toBe(0);
});
