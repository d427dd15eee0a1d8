import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ListQuery, PageOf, PageQuery } from '../../api/queries.ts';
import { useThrottled } from '../use-throttled.ts';
import { pagesOfRange, type RowRange } from './paging.ts';

const PAGE_SIZE = 50;
/** While someone scrolls fast, pages are asked for no more often than this. */
const FETCH_INTERVAL_MS = 120;

export type LiveRowsOptions<Row> = {
  readonly fetchPage: (query: ListQuery) => PageQuery<Row>;
  readonly query: ListQuery;
  readonly range: RowRange;
  /** While true nothing moves: new rows are only counted. */
  readonly isFrozen: boolean;
  /** Parameters that keep rows newer than the list's first row out; null: what is on screen is not fetched again. */
  readonly holdBack: (firstRow: Row) => ListQuery | null;
};

export type LiveRows<Row> = {
  readonly total: number | null;
  readonly rowAt: (index: number) => Row | undefined;
  readonly loadedRows: readonly Row[];
  readonly newCount: number;
  readonly error: Error | null;
  readonly retry: () => void;
};

/**
 * The rows of a list of any length, fetched a page at a time where it is looked at, and kept current by live events.
 */
export function useLiveRows<Row>(options: LiveRowsOptions<Row>): LiveRows<Row> {
  const { fetchPage, query, range, isFrozen } = options;
  const client = useQueryClient();
  const [held, setHeld] = useState<ListQuery | null>(null);
  const looked = useThrottled(range, FETCH_INTERVAL_MS);
  const pages = pagesOfRange(looked, PAGE_SIZE);
  const pageQuery = (extra: ListQuery | null, page: number) =>
    fetchPage({ ...query, ...extra, page, limit: PAGE_SIZE });

  const results = useQueries({
    queries: pages.map((page) => ({
      ...pageQuery(held, page),
      ...(isFrozen && held === null ? { staleTime: 'static' as const } : {}),
      placeholderData: keepPreviousData<PageOf<Row>>,
    })),
  });
  const newest = useQuery({ ...fetchPage({ ...query, page: 1, limit: 1 }), enabled: isFrozen });

  const rows = new Map<number, Row>();
  results.forEach((result, at) => {
    const offset = ((pages[at] ?? 1) - 1) * PAGE_SIZE;
    if (result.data?.meta.page === pages[at])
      result.data?.data.forEach((row, index) => rows.set(offset + index, row));
  });
  const total = useLastKnown(
    results.find((result) => result.data !== undefined)?.data?.meta.total_items ?? null,
  );
  const failed = results.find((result) => result.isError && result.data === undefined);

  const firstRow = rows.get(0);
  useEffect(() => {
    if (!isFrozen) return setHeld(null);
    if (held !== null || firstRow === undefined) return;
    const extra = options.holdBack(firstRow);
    if (extra === null) return;
    for (const page of pages) {
      const shown = client.getQueryData<PageOf<Row>>(pageQuery(null, page).queryKey);
      if (shown !== undefined) client.setQueryData(pageQuery(extra, page).queryKey, shown);
    }
    setHeld(extra);
    // Only the moment of freezing counts; what the list shows then is read, not followed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isFrozen, firstRow === undefined]);

  return {
    total,
    rowAt: (index) => rows.get(index),
    loadedRows: [...rows.values()],
    newCount: isFrozen && total !== null ? Math.max(0, (newest.data?.meta.total_items ?? total) - total) : 0,
    error: failed?.error ?? null,
    retry: () => void Promise.all(results.map((result) => result.refetch())),
  };
}

/** The value, or the last one that was not null: while pages further down load, the list keeps its length. */
function useLastKnown<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
