import type { RowRange } from './paging.ts';

/** The key of the row at an index; null where none is loaded. */
export type KeyAt = (index: number) => string | null;

/** So far from its place a row that moved is looked for, beside what is in sight. */
const REACH = 100;

/** Where the row with this key is in a range; null where it is not. */
export function findKey(key: string, { first, last }: RowRange, keyAt: KeyAt): number | null {
  for (let index = Math.max(0, first); index <= last; index += 1) if (keyAt(index) === key) return index;
  return null;
}

/**
 * Where a row is that was at `index`: rows above it may have gone, or come. Null when another is there now and it is nowhere
 * near; while nothing is loaded there, and it is nowhere else, it counts as being there still.
 */
export function followRow(key: string, index: number, inSight: RowRange, keyAt: KeyAt): number | null {
  const there = keyAt(index);
  if (there === key) return index;
  const near = { first: index - REACH, last: index + REACH };
  return findKey(key, inSight, keyAt) ?? findKey(key, near, keyAt) ?? (there === null ? index : null);
}
