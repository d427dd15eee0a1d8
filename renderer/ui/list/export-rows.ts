import type { QueryClient } from '@tanstack/react-query';
import type { ListQuery, PageQuery } from '../../api/queries.ts';
import { toCsv } from '../../lib/csv.ts';
import { downloadText, fileName } from '../../lib/download.ts';
import type { Column } from '../grid/columns.ts';
import type { Progress } from './run-all.ts';

const PAGE_SIZE = 1000;

/** The table of rows, one line each, with every column that has a value whether it is shown or not. */
function rowsToCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const exported = columns.flatMap(({ id, label, value, valueUnit }) => {
    const name = label === '' ? id : label;
    return value === undefined
      ? []
      : [{ name: valueUnit === undefined ? name : `${name} (${valueUnit})`, value }];
  });
  return toCsv(
    exported.map(({ name }) => name),
    rows.map((row) => exported.map(({ value }) => value(row))),
  );
}

/**
 * Reads the rows of a list from its first page on, at most `limit` of them, each once (pages move while rows arrive).
 * Rejects when the signal is aborted.
 */
export async function readRows<Row>(
  client: QueryClient,
  fetchPage: (query: ListQuery) => PageQuery<Row>,
  query: ListQuery,
  options: {
    readonly keyOf: (row: Row) => string;
    readonly limit: number;
    readonly signal: AbortSignal;
    readonly onProgress?: (progress: Progress) => void;
  },
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (let page = 1; rows.size < options.limit; page += 1) {
    options.signal.throwIfAborted();
    const limit = Math.min(PAGE_SIZE, options.limit);
    // Not kept: a thousand rows are of no use to any screen.
    const { data, meta } = await client.fetchQuery({
      ...fetchPage({ ...query, page, limit }),
      staleTime: 0,
      gcTime: 0,
    });
    for (const row of data) rows.set(options.keyOf(row), row);
    options.onProgress?.({
      done: Math.min(rows.size, options.limit),
      total: Math.min(meta.total_items, options.limit),
    });
    if (page >= meta.total_pages) break;
  }
  return rows;
}

/** Hands rows to the browser as a file. */
export function downloadCsv<Row>(
  screen: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): void {
  downloadText(fileName(screen, 'csv', new Date()), 'text/csv', [rowsToCsv(columns, rows)]);
}
