import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { StreamEvent } from '../../api/event-stream.ts';
import { mayBeGone, summarizeEvents } from '../../api/live-changes.ts';
import type { PageQuery } from '../../api/queries.ts';
import type { PageOf } from '../../api/shared-page.ts';
import { refreshAll } from '../../api/refresh.ts';
import { createCoalescer } from '../../lib/coalesce.ts';
import { useLiveChannel } from '../live-context.ts';
import { PAGE_SIZE } from './paging.ts';

/** When deletions are looked at: those of many rows come one by one. */
const PACE = { intervalMs: 500, firstMs: 50 };

/**
 * A list that stands still is fetched again when rows of it are gone, whoever deleted them: they leave it anyway, and beside
 * one that is gone nobody could be shown. Pages out of sight are read again when they are scrolled to. `queryOf` asks how many of
 * some rows there are; null where that can't be asked, and then they count as gone where they may be.
 */
export function useRefreshOnLoss<Row extends object>(
  standsStill: boolean,
  listKey: QueryKey,
  queryOf: (rows: readonly Row[]) => PageQuery<Row> | null,
): void {
  const client = useQueryClient();
  const { subscribe } = useLiveChannel();
  const areThere = async (rows: readonly Row[]): Promise<boolean> => {
    const query = queryOf(rows);
    if (query === null) return false;
    const { meta } = await client.fetchQuery({ ...query, staleTime: 0, gcTime: 0 });
    return meta.total_items >= rows.length;
  };
  const refresh = useEffectEvent(async (events: readonly StreamEvent[]): Promise<void> => {
    const changes = summarizeEvents(events);
    const pages = client.getQueriesData<PageOf<Row>>({
      queryKey: listKey,
      predicate: ({ queryKey }) => Reflect.get(Object(queryKey.at(-1)), 'limit') === PAGE_SIZE,
    });
    for (const [, page] of pages) {
      if (page?.data.some((row) => mayBeGone(row, changes)) !== true) continue;
      // What fails here fails again as the list is fetched, which tells why.
      if (await areThere(page.data).catch(() => false)) continue;
      client.removeQueries({ queryKey: listKey, type: 'inactive' });
      return refreshAll(client, listKey);
    }
    return undefined;
  });
  useEffect(() => {
    if (!standsStill) return undefined;
    const losses = createCoalescer<StreamEvent>((events) => refresh(events), PACE);
    const unsubscribe = subscribe((event) => event.type !== 'span' && losses.add(event));
    return () => {
      unsubscribe();
      losses.stop();
    };
  }, [standsStill, subscribe]);
}
