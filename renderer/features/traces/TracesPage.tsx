import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { tracePageQuery, type ListQuery } from '../../api/queries.ts';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { plural } from '../../lib/format.ts';
import { nextOrder, readOrder, type TraceListSearch } from '../../lib/search.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import type { RowRange } from '../../ui/grid/paging.ts';
import { useFreshRows } from '../../ui/grid/use-fresh-rows.ts';
import { useLiveRows } from '../../ui/grid/use-live-rows.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { NothingMatches } from './NothingMatches.tsx';
import { traceColumns } from './trace-columns.tsx';
import { TraceFilters } from './TraceFilters.tsx';
import { traceListQuery } from './trace-list-model.ts';

const route = getRouteApi('/p/$project/traces');
const DEFAULT_ORDER = { field: 'start_time', isDescending: true };

export function TracesPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate();
  useTitle('Traces');
  const change = (next: TraceListSearch): void =>
    void navigate({ to: '/p/$project/traces', params: { project }, search: next });
  return (
    // A list with other filters is another list: it starts at its top, with nothing selected.
    <TraceList
      key={`${project}?${JSON.stringify(search)}`}
      project={project}
      search={search}
      onChange={change}
    />
  );
}

type Props = {
  readonly project: string;
  readonly search: TraceListSearch;
  readonly onChange: (search: TraceListSearch) => void;
};

function TraceList({ project, search, onChange }: Props) {
  const navigate = useNavigate();
  const [range, setRange] = useState<RowRange>({ first: 0, last: 0 });
  const [isHeld, setIsHeld] = useState(false);
  const order = readOrder(search.order_by) ?? DEFAULT_ORDER;
  const rows = useLiveRows<TraceSummary>({
    fetchPage: (query) => tracePageQuery(project, query),
    query: traceListQuery(search),
    range,
    isFrozen: isHeld,
    holdBack: (first) => holdBackNewer(first, order, search),
  });
  const isFresh = useFreshRows(rows.loadedRows, traceKey, !isHeld);
  const longestMs = rows.loadedRows.reduce((longest, trace) => Math.max(longest, trace.duration_ms), 0);
  const columns = useMemo(() => traceColumns(project), [project]);
  const open = (trace: TraceSummary): void =>
    void navigate({ to: '/p/$project/traces/$traceId', params: { project, traceId: trace.trace_id } });
  return (
    <>
      <PageHeader crumbs={['Traces']}>
        {rows.total !== null && <span className="num text-sm text-ink-3">{plural(rows.total, 'trace')}</span>}
      </PageHeader>
      <div className="flex-none border-b border-line px-4 py-2">
        <TraceFilters project={project} search={search} onChange={onChange} />
      </div>
      {rows.error !== null && (
        <ErrorState title="The traces could not be loaded" error={rows.error} onRetry={rows.retry} />
      )}
      {rows.error === null && rows.total === 0 && <NothingMatches project={project} search={search} />}
      {rows.error === null && rows.total !== 0 && (
        <DataGrid
          label="Traces"
          columns={columns}
          rowCount={rows.total}
          rowAt={rows.rowAt}
          order={order}
          onOrder={(field) =>
            onChange({ ...search, order_by: nextOrder(search.order_by, field, DEFAULT_ORDER.field) })
          }
          rowKey={traceKey}
          onOpen={open}
          variables={{ '--longest': Math.max(1, longestMs) }}
          onRange={setRange}
          onHold={setIsHeld}
          newCount={rows.newCount}
          isFresh={isFresh}
        />
      )}
    </>
  );
}

function traceKey(trace: TraceSummary): string {
  return trace.trace_id;
}

/** In order of start, newer rows are those that start after the first; in any other order they may come anywhere. */
function holdBackNewer(
  first: TraceSummary,
  order: typeof DEFAULT_ORDER,
  search: TraceListSearch,
): ListQuery | null {
  const isNewestFirst = order.field === 'start_time' && order.isDescending;
  return isNewestFirst && search.to_timestamp === undefined ? { to_timestamp: first.start_time } : null;
}
