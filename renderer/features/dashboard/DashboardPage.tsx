import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { statsQuery } from '../../api/queries.ts';
import {
  readDashboardSearch,
  traceListRequest,
  type BreakdownBy,
  type DashboardSearch,
} from '../../lib/search.ts';
import { FilterBar } from '../../ui/list/FilterBar.tsx';
import { TimeRangeMenu } from '../../ui/list/TimeRangeMenu.tsx';
import { PageHeader } from '../../ui/panels/PageHeader.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { useKeptPlace } from '../../ui/kept/use-kept-place.ts';
import { useNow } from '../../ui/use-now.ts';
import { useTitle } from '../../ui/panels/use-title.ts';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { Figures } from './Figures.tsx';
import { NoFigures } from './NoFigures.tsx';

const route = getRouteApi('/p/$project/dashboard');
const SWITCHES = [
  ['has_error', 'Errors only'],
  ['include_nongenai', 'Include non-AI traces'],
] as const;

/** The figures of the traces that the filters choose: in all, over time, and by what they are made of. */
export function DashboardPage() {
  const { project } = route.useParams();
  const search = readDashboardSearch(route.useSearch());
  const navigate = useNavigate();
  const now = useNow();
  const change = (next: DashboardSearch): void =>
    void navigate({ to: '/p/$project/dashboard', params: { project }, search: next });
  useTitle('Dashboard');
  const by = search.by ?? 'model';
  const { order_by: _order, ...chosen } = traceListRequest(search, now);
  const query = useQuery({
    ...statsQuery<BreakdownBy>(project, { include_nongenai: false, ...chosen }, by),
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  const pane = useRef<HTMLDivElement>(null);
  useKeptPlace(pane, `dashboard ${project}`, data !== undefined);
  return (
    <>
      <PageHeader crumbs={['Dashboard']} hasOwnSearch>
        <TimeRangeMenu value={search} onChange={(time) => change({ ...search, ...time })} />
      </PageHeader>
      <div className="flex flex-none items-start border-b border-line px-4 py-2">
        <FilterBar project={project} listed="traces" search={search} onChange={change} switches={SWITCHES} />
      </div>
      <div
        ref={pane}
        role="region"
        aria-label="Figures"
        tabIndex={0}
        className="page-pane overflow-auto bg-surface focus-visible:-outline-offset-2"
      >
        {data === undefined && error !== null && (
          <ErrorState
            title="The figures could not be loaded"
            error={error}
            onRetry={() => void query.refetch()}
          />
        )}
        {data === undefined && error === null && <DashboardSkeleton />}
        {data?.totals.traces === 0 && <NoFigures project={project} search={search} now={now} />}
        {data !== undefined && data.totals.traces > 0 && (
          <Figures
            project={project}
            search={search}
            by={by}
            stats={data}
            request={chosen}
            now={now}
            onChange={change}
          />
        )}
      </div>
    </>
  );
}
