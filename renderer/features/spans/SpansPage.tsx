import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Span } from '../../../collector/contract/spans.ts';
import { spanPageQuery, type ListQuery } from '../../api/queries.ts';
import {
  listRequest,
  narrowingOf,
  readSpanListSearch,
  withoutNarrowing,
  type SpanListSearch,
} from '../../lib/search.ts';
import { rangeInWords } from '../../lib/time-range.ts';
import type { GridOrder } from '../../ui/grid/GridHead.tsx';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { FilterBar } from '../../ui/list/FilterBar.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { ToggleChip } from '../../ui/ToggleChip.tsx';
import { useNow } from '../../ui/use-now.ts';
import { readSpanKey, spanKey } from './span-key.ts';
import { spanColumns } from './span-columns.tsx';
import { SpanPanel } from './SpanPanel.tsx';

const route = getRouteApi('/p/$project/spans');
const DEFAULT_ORDER: GridOrder = { field: 'timestamp_start', isDescending: true };

export function SpansPage() {
  const { project } = route.useParams();
  const search = readSpanListSearch(route.useSearch());
  const navigate = useNavigate();
  const now = useNow();
  const columns = useMemo(() => spanColumns(project), [project]);
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
      holdBack={(first, order) => holdBackNewer(first, order, search)}
      variables={(rows) => ({ '--longest': Math.max(1, ...rows.map((span) => span.duration_ms)) })}
      filterBar={<SpanFilters project={project} search={search} onChange={change} />}
      empty={<NoRows project={project} search={search} now={now} />}
      onOpen={(span) =>
        void navigate({
          to: '/p/$project/traces/$traceId',
          params: { project, traceId: span.trace_id },
          search: { span: span.span_id },
        })
      }
      renderPanel={(open, close) => <SpanPanel project={project} {...readSpanKey(open)} onClose={close} />}
    />
  );
}

type FilterProps = {
  readonly project: string;
  readonly search: SpanListSearch;
  readonly onChange: (search: SpanListSearch) => void;
};

function SpanFilters({ project, search, onChange }: FilterProps) {
  const change = (part: SpanListSearch): void => onChange({ ...search, ...part, open: undefined });
  return (
    <FilterBar
      project={project}
      listed="spans"
      filters={search.filters}
      onFilters={(filters) => change({ filters })}
    >
      <ToggleChip
        label="Errors only"
        isOn={search.has_error === true}
        onToggle={(isOn) => change({ has_error: isOn || undefined })}
      />
      <ToggleChip
        label="AI spans only"
        isOn={search.is_observation === true}
        onToggle={(isOn) => change({ is_observation: isOn || undefined })}
      />
    </FilterBar>
  );
}

function spanRequest(search: SpanListSearch, nowMs: number): ListQuery {
  return {
    ...listRequest(search, nowMs),
    ...(search.is_observation === true ? { is_observation: true } : {}),
  };
}

function NoRows({ project, search, now }: Omit<FilterProps, 'onChange'> & { readonly now: number }) {
  const request = (off: { range?: boolean; filters?: boolean }): ListQuery =>
    spanRequest(withoutNarrowing(search, off), now);
  return (
    <EmptyList
      narrowing={narrowingOf(search)}
      wording={{
        noun: 'span',
        range: rangeInWords(search),
        isRelative: search.range !== undefined,
        search: search.search,
      }}
      requests={{
        anyTime: request({ range: true }),
        unfiltered: request({ filters: true }),
        all: request({ range: true, filters: true }),
      }}
      fetchPage={(query) => spanPageQuery(project, query)}
      renderLink={(off, text) => (
        <Link
          to="/p/$project/spans"
          params={{ project }}
          search={withoutNarrowing(search, off)}
          className="text-link"
        >
          {text}
        </Link>
      )}
    >
      <EmptyState title="No spans yet">
        <p>
          Every span that arrives is listed here, of any kind.{' '}
          <Link to="/p/$project/set-up" params={{ project }} className="text-link">
            Set-up
          </Link>{' '}
          says where to send them.
        </p>
      </EmptyState>
    </EmptyList>
  );
}

/** In order of start, newer rows are those that start after the first; in any other order they may come anywhere. */
function holdBackNewer(first: Span, order: GridOrder | null, search: SpanListSearch): ListQuery | null {
  const isNewestFirst = order?.field === 'timestamp_start' && order.isDescending;
  return isNewestFirst && search.to_timestamp === undefined ? { to_timestamp: first.timestamp_start } : null;
}
