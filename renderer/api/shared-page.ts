import { replaceEqualDeep } from '@tanstack/react-query';
import type { PageMeta } from '../../collector/contract/common.ts';

export type PageOf<Row> = { readonly data: readonly Row[]; readonly meta: PageMeta };

/**
 * The page `after`, made of what it has in common with the one before, so that only what has changed is drawn anew. By key:
 * one row that comes at the top moves all others, and by their places none would be the one before.
 */
export function sharedPage<Row extends object>(
  before: PageOf<Row> | undefined,
  after: PageOf<Row>,
  keyOf: (row: Row) => string,
): PageOf<Row> {
  if (before === undefined) return after;
  const known = new Map(before.data.map((row) => [keyOf(row), row]));
  const data = after.data.map((row) => {
    const same = known.get(keyOf(row));
    return same === undefined ? row : replaceEqualDeep(same, row);
  });
  const meta = replaceEqualDeep(before.meta, after.meta);
  const isMoved = data.length !== before.data.length || data.some((row, at) => row !== before.data[at]);
  if (isMoved) return { ...after, data, meta };
  return meta === before.meta ? before : { ...after, data: before.data, meta };
}
