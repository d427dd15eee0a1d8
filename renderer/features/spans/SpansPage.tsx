import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Span } from '../../../collector/contract/spans.ts';
import { spanPageQuery, type ListQuery } from '../../api/queries.ts';
import { anyOf } from '../../lib/filters.ts';
import { findInListed } from '../../lib/find-text.ts';
import { listRequest, readSpanListSearch, type SpanListSearch } from '../../lib/search.ts';
import { readSpanKey, spanKey } from '../../lib/span-key.ts';
import { durationText } from '../../lib/span-labels.ts';
import { durationScale } from '../../ui/traces/duration-scale.ts';
import type { GridOrder } from '../../ui/grid/GridHead.tsx';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { FilterBar } from '../../ui/list/FilterBar.tsx';
import { holdBackNewer } from '../../ui/list/hold-back.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { NothingSent } from '../../ui/list/NothingSent.tsx';
import { useNow } from '../../ui/use-now.ts';
import { spanColumns } from './span-columns.tsx';
import { SpanPanel } from './SpanPanel.tsx';

const route = getRouteApi('/p/$project/spans');
const DEFAULT_ORDER: GridOrder = { field: 'timestamp_start', isDescending: true };
const SWITCHES = [
  ['has_error', 'Errors only'],
  ['is_observation', 'AI spans only'],
] as const;

export function SpansPage() {
  const { project } = route.useParams();
  const address = route.useSearch();
  const search = readSpanListSearch(address);
  const find = findInListed(address.search);
  const navigate = useNavigate();
  const now = useNow();
  const columns = useMemo(() => spanColumns(project, find), [project, find]);
  const change = (next: SpanListSearch, options: { readonly replace?: boolean } = {}): void =>
    void navigate({ to: '/p/$project/spans', params: { project }, search: next, ...options });
  return (
    <ListScreen<Span, SpanListSearch>
      screen="spans"
      title="Spans"
      noun="span"
      project={project}
      search={search}
      onSearch={change}
      query={spanRequest(search, now)}
      fetchPage={(query) => spanPageQuery(project, query)}
      columns={columns}
      rowKey={spanKey}
      defaultOrder={DEFAULT_ORDER}
      holdBack={(first, order) =>
        holdBackNewer(first.timestamp_start, {
          isNewestFirst: order?.field === 'timestamp_start' && order.isDescending,
          endsAt: search.to_timestamp,
        })
      }
      // A parent is told of after its children, and starts before them.
      hasLatecomers
      onlyThese={(spans) => anyOf('span_id', spans)}
      variables={(rows) =>
        durationScale(
          rows
            // Others have no bar (DurationBar).
            .filter(({ state }) => state === 'done')
            .map((span) => ({ label: durationText(span), durationMs: span.duration_ms })),
        )
      }
      filterBar={
        <FilterBar project={project} listed="spans" search={search} onChange={change} switches={SWITCHES} />
      }
      empty={<NoRows project={project} search={search} now={now} />}
      onOpen={(span) =>
        void navigate({
          to: '/p/$project/traces/$traceId',
          params: { project, traceId: span.trace_id },
          search: { span: span.span_id, find },
        })
      }
      renderPanel={(open, close) => (
        <SpanPanel project={project} {...readSpanKey(open)} find={find} onClose={close} />
      )}
    />
  );
}

function spanRequest(search: SpanListSearch, nowMs: number): ListQuery {
  return {
    ...listRequest(search, nowMs),
    ...(search.is_observation === true ? { is_observation: true } : {}),
  };
}

type NoRowsProps = { readonly project: string; readonly search: SpanListSearch; readonly now: number };

function NoRows({ project, search, now }: NoRowsProps) {
  return (
    <EmptyList
      project={project}
      noun="span"
      listed="spans"
      search={search}
      request={(asked) => spanRequest(asked, now)}
      fetchPage={(query) => spanPageQuery(project, query)}
      renderLink={(shown, text) => (
        <Link to="/p/$project/spans" params={{ project }} search={shown} className="text-link">
          {text}
        </Link>
      )}
    >
      <NothingSent project={project} title="No spans yet">
        Every span that arrives is listed here, of any kind.
      </NothingSent>
    </EmptyList>
  );
}
