import type { ListQuery } from '../../api/queries.ts';

/**
 * Keeps out what is newer than the first row of a list that has the newest first. Null where something may come below that row: the list
 * is in another order, or ends at a time, or the row is ahead of our clock.
 */
export function holdBackNewer(
  firstTime: string,
  list: { readonly isNewestFirst: boolean; readonly endsAt: string | undefined },
): ListQuery | null {
  const isAhead = Date.parse(firstTime) > Date.now();
  return list.isNewestFirst && list.endsAt === undefined && !isAhead ? { to_timestamp: firstTime } : null;
}
