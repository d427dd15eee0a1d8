import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { tracePageQuery, type ListQuery } from '../../api/queries.ts';
import {
  narrowingOf,
  readTraceListSearch,
  withoutNarrowing,
  type TraceListSearch,
} from '../../lib/search.ts';
import { rangeInWords } from '../../lib/time-range.ts';
import type { GridOrder } from '../../ui/grid/GridHead.tsx';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { FilterBar } from '../../ui/list/FilterBar.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { ToggleChip } from '../../ui/ToggleChip.tsx';
import { useNow } from '../../ui/use-now.ts';
import { NoTraces } from './NoTraces.tsx';
import { TraceActions } from './TraceActions.tsx';
import { traceColumns } from './trace-columns.tsx';
import { traceListQuery } from './trace-list-model.ts';
import { TracePanel } from './TracePanel.tsx';

const route = getRouteApi('/p/$project/traces');
const DEFAULT_ORDER: GridOrder = { field: 'start_time', isDescending: true };

export function TracesPage() {
  const { project } = route.useParams();
  const search = readTraceListSearch(route.useSearch());
  const navigate = useNavigate();
  const now = useNow();
  const columns = useMemo(() => traceColumns(project), [project]);
  const change = (next: TraceListSearch, options: { readonly replace?: boolean } = {}): void =>
    void navigate({ to: '/p/$project/traces', params: { project }, search: next, ...options });
  const openPage = (traceId: string): void =>
    void navigate({ to: '/p/$project/traces/$traceId', params: { project, traceId } });
  const fetchPage = (query: ListQuery) => tracePageQuery(project, query);
  return (
    <ListScreen<TraceSummary, TraceListSearch>
      screen="traces"
      title="Traces"
      noun="trace"
      project={project}
      search={search}
      onSearch={change}
      query={traceListQuery(search, now)}
      fetchPage={fetchPage}
      columns={columns}
      rowKey={traceKey}
      defaultOrder={DEFAULT_ORDER}
      holdBack={(first, order) => holdBackNewer(first, order, search)}
      variables={(rows) => ({ '--longest': Math.max(1, ...rows.map((trace) => trace.duration_ms)) })}
      filterBar={<TraceFilters project={project} search={search} onChange={change} />}
      empty={<NoRows project={project} search={search} now={now} />}
      onOpen={(trace) => openPage(trace.trace_id)}
      renderPanel={(open, close) => <TracePanel project={project} traceId={open} onClose={close} />}
      renderActions={(bulk) => <TraceActions project={project} columns={columns} {...bulk} />}
    />
  );
}

type FilterProps = {
  readonly project: string;
  readonly search: TraceListSearch;
  readonly onChange: (search: TraceListSearch) => void;
};

function TraceFilters({ project, search, onChange }: FilterProps) {
  const change = (part: TraceListSearch): void => onChange({ ...search, ...part, open: undefined });
  return (
    <FilterBar
      project={project}
      listed="traces"
      filters={search.filters}
      onFilters={(filters) => change({ filters })}
    >
      <ToggleChip
        label="Errors only"
        isOn={search.has_error === true}
        onToggle={(isOn) => change({ has_error: isOn || undefined })}
      />
      <ToggleChip
        label="Show non-AI traces"
        isOn={search.include_nongenai === true}
        onToggle={(isOn) => change({ include_nongenai: isOn || undefined })}
      />
    </FilterBar>
  );
}

function NoRows({ project, search, now }: Omit<FilterProps, 'onChange'> & { readonly now: number }) {
  const request = (off: { range?: boolean; filters?: boolean }): ListQuery =>
    traceListQuery(withoutNarrowing(search, off), now);
  return (
    <EmptyList
      narrowing={narrowingOf(search)}
      wording={{
        noun: 'trace',
        range: rangeInWords(search),
        isRelative: search.range !== undefined,
        search: search.search,
      }}
      requests={{
        anyTime: request({ range: true }),
        unfiltered: request({ filters: true }),
        all: request({ range: true, filters: true }),
      }}
      fetchPage={(query) => tracePageQuery(project, query)}
      renderLink={(off, text) => (
        <Link
          to="/p/$project/traces"
          params={{ project }}
          search={withoutNarrowing(search, off)}
          className="text-link"
        >
          {text}
        </Link>
      )}
    >
      <NoTraces project={project} search={search} />
    </EmptyList>
  );
}

function traceKey(trace: TraceSummary): string {
  return trace.trace_id;
}

/** In order of start, newer rows are those that start after the first; in any other order they may come anywhere. */
function holdBackNewer(
  first: TraceSummary,
  order: GridOrder | null,
  search: TraceListSearch,
): ListQuery | null {
  const isNewestFirst = order?.field === 'start_time' && order.isDescending;
  return isNewestFirst && search.to_timestamp === undefined ? { to_timestamp: first.start_time } : null;
}
