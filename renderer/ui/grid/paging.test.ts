import { expect, test } from 'vitest';
import { DEFAULT_LAYOUT, fittingColumns, gridTracks, type Column } from './columns.ts';
import { pagesOfRange } from './paging.ts';

test('the pages of what is in sight', () => {
  expect(pagesOfRange({ first: 0, last: 0 }, 50)).toEqual([1]);
  expect(pagesOfRange({ first: 0, last: -1 }, 50)).toEqual([1]);
  expect(pagesOfRange({ first: 40, last: 99 }, 50)).toEqual([1, 2]);
  expect(pagesOfRange({ first: 100, last: 160 }, 50)).toEqual([3, 4]);
});

const column = (id: string, rest: Partial<Column<null>> = {}): Column<null> => ({
  id,
  label: id,
  track: 'minmax(100px,1fr)',
  cell: () => null,
  ...rest,
});

test('a narrow table leaves columns out, unless they were chosen', () => {
  const columns = [
    column('name'),
    column('agents', { fromWidth: 1200 }),
    column('spans', { fromWidth: 900 }),
  ];
  const shownIds = (shown: Readonly<Record<string, boolean>>): string[] =>
    fittingColumns(columns, { shown, widths: {} }, 1000, false).line.map(({ id }) => id);
  expect(shownIds({})).toEqual(['name', 'spans']);
  expect(shownIds({ agents: true, name: false })).toEqual(['agents', 'spans']);
});

test('a column that was dragged has its width, one that is fixed keeps its own', () => {
  const columns = [column('mark', { track: '14px', isFixed: true }), column('name'), column('rest')];
  const tracks = gridTracks(columns, { ...DEFAULT_LAYOUT, widths: { name: 240, mark: 400 } });
  expect(tracks.template).toBe('14px 240px minmax(100px,1fr)');
  expect(tracks.leastWidth).toBe(14 + 240 + 100 + 4 * 16);
});
