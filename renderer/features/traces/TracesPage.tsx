import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { tracePageQuery, type ListQuery } from '../../api/queries.ts';
import { anyOf } from '../../lib/filters.ts';
import { formatDuration } from '../../lib/format.ts';
import { findInListed } from '../../lib/find-text.ts';
import { isOpen } from '../../lib/progress.ts';
import { readTraceListSearch, traceListRequest, type TraceListSearch } from '../../lib/search.ts';
import { durationScale } from '../../ui/traces/duration-scale.ts';
import type { GridOrder } from '../../ui/grid/GridHead.tsx';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { FilterBar } from '../../ui/list/FilterBar.tsx';
import { holdBackNewer } from '../../ui/list/hold-back.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { NoAiTraces } from '../../ui/list/NoAiTraces.tsx';
import { useNow } from '../../ui/use-now.ts';
import { EmptyTraces } from './EmptyTraces.tsx';
import { TraceActions } from './TraceActions.tsx';
import { traceColumns } from './trace-columns.tsx';
import { TracePanel } from '../../ui/panels/TracePanel.tsx';

const route = getRouteApi('/p/$project/traces');
const DEFAULT_ORDER: GridOrder = { field: 'start_time', isDescending: true };
const SWITCHES = [
  ['has_error', 'Errors only'],
  ['include_nongenai', 'Include non-AI traces'],
] as const;

export function TracesPage() {
  const { project } = route.useParams();
  const address = route.useSearch();
  const search = readTraceListSearch(address);
  const find = findInListed(address.search);
  const navigate = useNavigate();
  const now = useNow();
  const columns = useMemo(() => traceColumns(project, find), [project, find]);
  const change = (next: TraceListSearch, options: { readonly replace?: boolean } = {}): void =>
    void navigate({ to: '/p/$project/traces', params: { project }, search: next, ...options });
  const openPage = (traceId: string): void =>
    void navigate({ to: '/p/$project/traces/$traceId', params: { project, traceId }, search: { find } });
  const fetchPage = (query: ListQuery) => tracePageQuery(project, query);
  return (
    <ListScreen<TraceSummary, TraceListSearch>
      screen="traces"
      title="Traces"
      noun="trace"
      project={project}
      search={search}
      onSearch={change}
      query={traceListRequest(search, now)}
      fetchPage={fetchPage}
      columns={columns}
      rowKey={traceKey}
      defaultOrder={DEFAULT_ORDER}
      holdBack={(first, order) =>
        holdBackNewer(first.start_time, {
          isNewestFirst: order?.field === 'start_time' && order.isDescending,
          endsAt: search.to_timestamp,
        })
      }
      onlyThese={(traces) => ({ ...anyOf('trace_id', traces), include_nongenai: true })}
      variables={(rows) =>
        durationScale(
          rows
            // Others have no bar (DurationBar).
            .filter((trace) => !isOpen(trace, now))
            .map(({ duration_ms }) => ({ label: formatDuration(duration_ms), durationMs: duration_ms })),
        )
      }
      repeats={isLaterTurn}
      filterBar={
        <FilterBar project={project} listed="traces" search={search} onChange={change} switches={SWITCHES} />
      }
      empty={<NoRows project={project} search={search} now={now} />}
      onOpen={(trace) => openPage(trace.trace_id)}
      renderPanel={(open, close) => (
        <TracePanel project={project} traceId={open} find={find} onClose={close} />
      )}
      renderActions={(bulk) => <TraceActions project={project} columns={columns} {...bulk} />}
    />
  );
}

type NoRowsProps = { readonly project: string; readonly search: TraceListSearch; readonly now: number };

function NoRows({ project, search, now }: NoRowsProps) {
  const link = (shown: TraceListSearch, text: string) => (
    <Link to="/p/$project/traces" params={{ project }} search={shown} className="text-link">
      {text}
    </Link>
  );
  return (
    <EmptyList
      project={project}
      noun="trace"
      listed="traces"
      search={search}
      request={(asked) => traceListRequest(asked, now)}
      fetchPage={(query) => tracePageQuery(project, query)}
      renderLink={link}
    >
      <NoAiTraces project={project} search={search} renderLink={link}>
        <EmptyTraces project={project} />
      </NoAiTraces>
    </EmptyList>
  );
}

/** Each turn of a chat sends what was said before: all of its traces begin with the first question. */
function isLaterTurn(trace: TraceSummary, other: TraceSummary): boolean {
  return (
    trace.input_preview === other.input_preview &&
    trace.session_id === other.session_id &&
    trace.start_time > other.start_time
  );
}

function traceKey(trace: TraceSummary): string {
  return trace.trace_id;
}
