import { useQueries, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ListQuery, PageQuery } from '../../api/queries.ts';
import { HELD } from '../../api/refresher.ts';
import type { PageOf } from '../../api/shared-page.ts';
import { useThrottled } from './use-throttled.ts';
import { PAGE_SIZE, pagesOfRange, type RowRange } from './paging.ts';
import { useRefreshOnLoss } from './use-refresh-on-loss.ts';

/** While someone scrolls fast, pages are asked for no more often than this. */
const FETCH_INTERVAL_MS = 120;

export type LiveRowsOptions<Row extends object> = {
  readonly fetchPage: (query: ListQuery) => PageQuery<Row>;
  /** What the request asks. */
  readonly query: ListQuery;
  /** What the list is of: the same while only the time goes on, another with every other filter or order. */
  readonly viewKey: string;
  readonly range: RowRange;
  /** While true nothing moves: new rows are only counted. */
  readonly isFrozen: boolean;
  /** Parameters that keep rows newer than the list's first row out; null: what is on screen is not fetched again. */
  readonly holdBack: (firstRow: Row) => ListQuery | null;
  /** Rows come in between others, too, whatever is held back: then as well what is on screen is not fetched again. */
  readonly hasLatecomers?: boolean | undefined;
  /** Parameters that ask for these rows alone, whatever else the list leaves out; absent where the request knows none. */
  readonly onlyThese?: ((rows: readonly Row[]) => ListQuery) | undefined;
  /** Asks again this often, for lists that no live event tells of. */
  readonly pollMs?: number | undefined;
};

export type LiveRows<Row> = {
  readonly total: number | null;
  readonly rowAt: (index: number) => Row | undefined;
  readonly loadedRows: readonly Row[];
  readonly newCount: number;
  /** The rows are still those of before a change of filters, order or time. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
};

type Hold = { readonly viewKey: string; readonly query: ListQuery; readonly extra: ListQuery | null };
type Snapshot<Row> = { readonly rows: ReadonlyMap<number, Row>; readonly total: number };

/**
 * The rows of a list of any length, fetched a page at a time where it is looked at, and kept current by live events.
 * While another view of it loads, the rows of the one before stay.
 */
export function useLiveRows<Row extends object>(options: LiveRowsOptions<Row>): LiveRows<Row> {
  const { fetchPage, viewKey, range, isFrozen, pollMs } = options;
  const client = useQueryClient();
  const [hold, setHold] = useState<Hold | null>(null);
  const held = isFrozen && hold?.viewKey === viewKey ? hold : null;
  const query = held?.query ?? options.query;
  const looked = useThrottled(range, FETCH_INTERVAL_MS);
  const pages = pagesOfRange(looked, PAGE_SIZE);
  const pageQuery = (extra: ListQuery | null, page: number) =>
    fetchPage({ ...query, ...extra, page, limit: PAGE_SIZE });
  const standsStill = isFrozen && (held === null || held.extra === null || options.hasLatecomers === true);

  const results = useQueries({
    queries: pages.map((page) => ({
      ...pageQuery(held?.extra ?? null, page),
      ...(isFrozen ? HELD : {}),
      ...(standsStill ? { staleTime: 'static' as const } : {}),
      ...(pollMs === undefined || standsStill ? {} : { refetchInterval: pollMs }),
    })),
  });
  const newest = useQuery({
    ...fetchPage({ ...query, page: 1, limit: 1 }),
    ...HELD,
    ...(pollMs === undefined ? {} : { refetchInterval: pollMs }),
    enabled: isFrozen,
  });

  const loaded = snapshotOf(results, pages);
  const requestKey = JSON.stringify([query, held?.extra]);
  const { rows, total, isStale } = useLastSnapshot(loaded, requestKey);
  const failed = results.find((result) => result.isError && result.data === undefined);

  const firstRow = loaded === null ? undefined : rows.get(0);
  useEffect(() => {
    if (!isFrozen) return setHold(null);
    if (held !== null || firstRow === undefined) return;
    const extra = options.holdBack(firstRow);
    for (const page of pages) {
      const shown = client.getQueryState<PageOf<Row>>(pageQuery(null, page).queryKey);
      if (shown?.data === undefined) continue;
      // What is on its way already would still move the rows.
      if (extra === null) {
        void client.cancelQueries({ queryKey: pageQuery(null, page).queryKey, exact: true });
        continue;
      }
      const { queryKey } = pageQuery(extra, page);
      client.setQueryData(queryKey, shown.data);
      // What was about to be fetched again still is.
      if (shown.isInvalidated) void client.invalidateQueries({ queryKey, exact: true });
    }
    setHold({ viewKey, query, extra });
    // Only the moment of freezing counts; what the list shows then is read, not followed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isFrozen, viewKey, firstRow === undefined]);

  const heldAnswers =
    held === null || held.extra === null ? '' : results.map((result) => result.dataUpdatedAt).join();
  useEffect(() => {
    if (heldAnswers === '') return;
    // Released, the list goes on with what it showed last until the answer is there, not with what it was before.
    for (const [at, page] of pages.entries())
      client.setQueryData(pageQuery(null, page).queryKey, results[at]?.data);
    // Only what was answered counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [heldAnswers]);
  const listKey = pageQuery(null, 1).queryKey.slice(0, -1);
  useRefreshOnRelease(isFrozen, listKey);
  useRefreshOnLoss<Row>(standsStill, listKey, (rows) =>
    options.onlyThese === undefined ? null : fetchPage({ ...options.onlyThese(rows), page: 1, limit: 1 }),
  );

  return {
    total,
    rowAt: (index) => rows.get(index),
    loadedRows: [...rows.values()],
    newCount: isFrozen && total !== null ? Math.max(0, (newest.data?.meta.total_items ?? total) - total) : 0,
    isStale,
    error: failed?.error ?? null,
    retry: () => void Promise.all(results.map((result) => result.refetch())),
  };
}

/** What came or went while a list was frozen is fetched when it no longer is: what stands still was not fetched at all. */
function useRefreshOnRelease(isFrozen: boolean, listKey: QueryKey): void {
  const client = useQueryClient();
  const wasFrozen = useRef(false);
  const refresh = useEffectEvent(() => void client.invalidateQueries({ queryKey: listKey }));
  useEffect(() => {
    if (wasFrozen.current && !isFrozen) refresh();
    wasFrozen.current = isFrozen;
  }, [isFrozen]);
}

/** What has been read of the pages that are looked at; null before the first of them. */
function snapshotOf<Row>(
  results: readonly { readonly data: PageOf<Row> | undefined }[],
  pages: readonly number[],
): Snapshot<Row> | null {
  const first = results.find((result) => result.data !== undefined)?.data;
  if (first === undefined) return null;
  const rows = new Map<number, Row>();
  results.forEach((result, at) => {
    const offset = ((pages[at] ?? 1) - 1) * PAGE_SIZE;
    result.data?.data.forEach((row, index) => rows.set(offset + index, row));
  });
  return { rows, total: first.meta.total_items };
}

/**
 * What is loaded, or while nothing is: of the same request only its length (it was scrolled to pages that are still to
 * come), of another one all that it showed.
 */
function useLastSnapshot<Row>(
  loaded: Snapshot<Row> | null,
  requestKey: string,
): { rows: ReadonlyMap<number, Row>; total: number | null; isStale: boolean } {
  const [last, setLast] = useState<{ requestKey: string; snapshot: Snapshot<Row> } | null>(null);
  const total = loaded?.total;
  const size = loaded?.rows.size;
  const first = loaded?.rows.values().next().value;
  useEffect(() => {
    if (loaded !== null) setLast({ requestKey, snapshot: loaded });
    // A snapshot is new with every drawing: it is kept when what it holds has changed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [requestKey, total, size, first]);
  if (loaded !== null) return { ...loaded, isStale: false };
  if (last === null) return { rows: new Map(), total: null, isStale: false };
  const isSameRequest = last.requestKey === requestKey;
  return {
    rows: isSameRequest ? new Map() : last.snapshot.rows,
    total: last.snapshot.total,
    isStale: !isSameRequest,
  };
}
