import { useRef, useState, type ReactNode } from 'react';
import type { ListQuery } from '../../api/queries.ts';
import { plural } from '../../lib/format.ts';
import { nextOrder, readOrder } from '../../lib/search.ts';
import type { TimeSearch } from '../../lib/time-range.ts';
import type { Column } from '../grid/columns.ts';
import type { DataGridProps } from '../grid/data-grid-props.ts';
import { DataGrid } from '../grid/DataGrid.tsx';
import type { GridOrder } from '../grid/GridHead.tsx';
import type { RowRange } from '../grid/paging.ts';
import { useFreshRows } from '../grid/use-fresh-rows.ts';
import { useLiveRows, type LiveRowsOptions } from '../grid/use-live-rows.ts';
import { SplitPane } from '../panels/SplitPane.tsx';
import { ErrorState } from '../notices/States.tsx';
import { useTitle } from '../panels/use-title.ts';
import { ListHead } from './ListHead.tsx';
import { storeOrder, useColumnLayout } from './list-memory.ts';
import { SelectionBar } from './SelectionBar.tsx';
import type { Job } from './use-job.ts';
import { useListJobs } from './use-list-jobs.ts';
import { useRemoval, type RemovalOf } from './use-removal.ts';
import { useTickedRows, type TickedRows } from './use-ticked-rows.ts';

/** What of an address every list understands. */
export type ScreenSearch = TimeSearch & {
  readonly search?: string | undefined;
  readonly order_by?: string | undefined;
  readonly open?: string | undefined;
};

/** The ticked rows and what is done with them. */
export type Bulk<Row> = Pick<TickedRows<Row>, 'untick'> & {
  readonly rows: readonly Row[];
  readonly job: Job;
} & RemovalOf<Row>;

type Props<Row extends object, Search extends ScreenSearch> = Pick<
  LiveRowsOptions<Row>,
  'query' | 'fetchPage' | 'hasLatecomers' | 'onlyThese' | 'pollMs'
> & {
  /** Names the list in storage and in files. */
  readonly screen: string;
  readonly title: string;
  readonly noun: string;
  readonly project: string;
  readonly search: Search;
  readonly onSearch: (search: Search, options?: { readonly replace?: boolean }) => void;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Another text when a row has news though it is the same one. */
  readonly freshKey?: (row: Row) => string;
  /** Null where a list has one order only. */
  readonly defaultOrder: GridOrder | null;
  /** What keeps newer rows out while the list is held (LiveRowsOptions), in the order that it has. */
  readonly holdBack: (firstRow: Row, order: GridOrder | null) => ListQuery | null;
  /** CSS variables for the cells, from the rows that are loaded: what bars are measured by. */
  readonly variables?: (rows: readonly Row[]) => Readonly<Record<`--${string}`, string | number>>;
  readonly repeats?: DataGridProps<Row>['repeats'];
  readonly filterBar: ReactNode;
  readonly empty: ReactNode;
  readonly onOpen: (row: Row) => void;
  /** What stands beside the list while a row is open. */
  readonly renderPanel: (open: string, close: () => void) => ReactNode;
  readonly renderActions?: (bulk: Bulk<Row>) => ReactNode;
};

/** What is found comes some moments after the event of its span, and nothing tells of that. */
const SEARCH_POLL_MS = 2000;

/** A list with everything that lists have: filters, time range, search, columns, ticks, export, and a pane beside it. */
export function ListScreen<Row extends object, Search extends ScreenSearch>(props: Props<Row, Search>) {
  const { screen, title, noun, project, search, onSearch, query, fetchPage, columns, rowKey } = props;
  const table = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<RowRange>({ first: 0, last: 0 });
  const [isHeld, setIsHeld] = useState(false);
  const [layout, setLayout] = useColumnLayout(screen);
  const viewKey = `${project} ${JSON.stringify({ ...search, open: undefined })}`;
  const ticked = useTickedRows(viewKey, rowKey);
  const { job, exportAll, checkAll } = useListJobs<Row>({ ...props, onChecked: ticked.set });
  useTitle(title);
  const order = readOrder(search.order_by) ?? props.defaultOrder;
  const rows = useLiveRows<Row>({
    fetchPage,
    query,
    viewKey,
    range,
    isFrozen: isHeld,
    holdBack: (first) => props.holdBack(first, order),
    hasLatecomers: props.hasLatecomers,
    onlyThese: props.onlyThese,
    pollMs: props.pollMs ?? (search.search ? SEARCH_POLL_MS : undefined),
  });
  const isFresh = useFreshRows(
    rows.isStale ? [] : rows.loadedRows,
    props.freshKey ?? rowKey,
    !isHeld,
    viewKey,
  );
  const setOpen = (open: string | undefined): void => {
    if (open !== search.open) onSearch({ ...search, open }, { replace: true });
  };
  // Words that follow others take their place: Back leads to before the search, with the filters that it was made in.
  const setText = (text: string | undefined): void => {
    const isFurther = text !== undefined && search.search !== undefined;
    onSearch({ ...search, search: text, open: undefined }, { replace: isFurther });
  };
  const { placeOf, onRemoved, removal, resumeAt } = useRemoval<Row>({
    rowAt: rows.rowAt,
    rowKey,
    total: rows.total,
    onGone: (keys) => search.open !== undefined && keys.has(search.open) && setOpen(undefined),
    table,
  });
  const { open } = search;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <ListHead
        title={title}
        noun={noun}
        total={rows.total}
        search={search.search}
        onSearch={setText}
        time={search}
        onTime={(time) => onSearch({ ...search, ...time, open: undefined })}
        columns={columns}
        layout={layout}
        onLayout={setLayout}
        table={table}
        onExport={(rows.total ?? 0) === 0 || job.running !== null ? undefined : exportAll}
      >
        {props.filterBar}
      </ListHead>
      <SplitPane
        storageKey={`tracedeck.${screen}.panel`}
        label="Width of the list"
        right={open === undefined ? null : props.renderPanel(open, close)}
        left={
          <div
            ref={table}
            tabIndex={-1}
            className="relative flex min-h-0 min-w-0 flex-1 flex-col outline-none"
          >
            <div role="status" className="sr-only">
              {removal !== null && (
                <p key={[...removal.keys][0]}>{plural(removal.keys.size, noun)} deleted</p>
              )}
            </div>
            {rows.error !== null && (
              <ErrorState
                title={`The ${noun}s could not be loaded`}
                error={rows.error}
                onRetry={rows.retry}
              />
            )}
            {rows.error === null && rows.total === 0 && props.empty}
            {rows.error === null && rows.total !== 0 && (
              <DataGrid
                label={title}
                columns={columns}
                layout={layout}
                onLayout={setLayout}
                rowCount={rows.total}
                rowAt={rows.rowAt}
                viewKey={viewKey}
                resumeAt={resumeAt}
                order={order}
                onOrder={(field) => {
                  const next = nextOrder(search.order_by, field, props.defaultOrder?.field ?? '');
                  storeOrder(screen, next);
                  onSearch({ ...search, order_by: next, open: undefined });
                }}
                rowKey={rowKey}
                selected={open ?? null}
                onSelect={(row) => setOpen(row === null ? undefined : rowKey(row))}
                onOpen={props.onOpen}
                onRange={setRange}
                onHold={setIsHeld}
                newCount={rows.newCount}
                isLoading={rows.isStale}
                isFresh={isFresh}
                repeats={props.repeats}
                checks={
                  props.renderActions && { rows: ticked.rows, onChange: ticked.set, onCheckAll: checkAll }
                }
                variables={props.variables?.(rows.loadedRows)}
              />
            )}
            <SelectionBar
              count={ticked.rows.size}
              total={rows.total}
              job={job}
              onClear={() => ticked.set(new Map())}
            >
              {props.renderActions?.({
                rows: [...ticked.rows.values()],
                job,
                untick: ticked.untick,
                placeOf,
                onRemoved,
              })}
            </SelectionBar>
          </div>
        }
      />
    </>
  );
}
