import { expect, test } from 'vitest';
import { fittingColumns, type Column } from './columns.ts';
import { pagesOfRange } from './paging.ts';

test('the pages of what is in sight', () => {
  expect(pagesOfRange({ first: 0, last: 0 }, 50)).toEqual([1]);
  expect(pagesOfRange({ first: 40, last: 99 }, 50)).toEqual([1, 2]);
  expect(pagesOfRange({ first: 100, last: 160 }, 50)).toEqual([3, 4]);
});

test('a narrow table leaves columns out', () => {
  const column = (id: string, fromWidth?: number): Column<null> => ({
    id,
    label: id,
    track: '1fr',
    cell: () => null,
    ...(fromWidth === undefined ? {} : { fromWidth }),
  });
  const columns = [column('name'), column('agents', 1200), column('spans', 900)];
  expect(fittingColumns(columns, 1000).map(({ id }) => id)).toEqual(['name', 'spans']);
});
