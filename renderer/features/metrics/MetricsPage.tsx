import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { MetricSummary } from '../../../collector/contract/metrics.ts';
import { metricPageQuery, type ListQuery, type PageQuery } from '../../api/queries.ts';
import { formatCount } from '../../lib/format.ts';
import { readMetricListSearch, type MetricListSearch } from '../../lib/search.ts';
import { timeBounds } from '../../lib/time-range.ts';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { NothingSent } from '../../ui/list/NothingSent.tsx';
import { useNow } from '../../ui/use-now.ts';
import { METRIC_COLUMNS } from './metric-columns.tsx';
import { findMetrics, MOST_SEARCHED } from './metric-search.ts';
import { MetricPanel } from './MetricPanel.tsx';

const route = getRouteApi('/p/$project/metrics');
/** Metrics tell no listener of a stream, so the list asks; exporters send them every few seconds at most. */
const POLL_MS = 5000;

export function MetricsPage() {
  const { project } = route.useParams();
  const search = readMetricListSearch(route.useSearch());
  const navigate = useNavigate();
  const now = useNow();
  const change = (next: MetricListSearch, options: { readonly replace?: boolean } = {}): void =>
    void navigate({ to: '/p/$project/metrics', params: { project }, search: next, ...options });
  return (
    <ListScreen<MetricSummary, MetricListSearch>
      screen="metrics"
      title="Metrics"
      noun="metric"
      project={project}
      search={search}
      onSearch={change}
      query={metricRequest(search, now)}
      fetchPage={(query) => foundPageQuery(project, query)}
      columns={METRIC_COLUMNS}
      rowKey={(metric) => metric.name}
      defaultOrder={null}
      holdBack={() => null}
      pollMs={POLL_MS}
      filterBar={<ListedNote project={project} search={search} now={now} />}
      empty={<NoRows project={project} search={search} now={now} />}
      onOpen={(metric) => change({ ...search, open: metric.name })}
      renderPanel={(open, close) => (
        <MetricPanel project={project} name={open} range={timeBounds(search, now)} onClose={close} />
      )}
    />
  );
}

function metricRequest(search: MetricListSearch, nowMs: number): ListQuery {
  return { ...timeBounds(search, nowMs), ...(search.search === undefined ? {} : { search: search.search }) };
}

/** A page as it is asked for; the text it is searched for is no part of what the API is asked. */
function foundPageQuery(project: string, query: ListQuery): PageQuery<MetricSummary> {
  const { search, page = 1, limit = 1, ...range } = query;
  const asked = metricPageQuery(project, query);
  if (search === undefined) return asked;
  return {
    ...asked,
    queryFn: (context) =>
      findMetrics(
        (part) => metricPageQuery(project, { ...range, ...part }).queryFn(context),
        String(search),
        { page: Number(page), limit: Number(limit) },
      ),
  };
}

type ScreenProps = { readonly project: string; readonly search: MetricListSearch; readonly now: number };

/** Of a long list that is searched, which part is. */
function ListedNote({ project, search, now }: ScreenProps) {
  const isSearched = search.search !== undefined;
  const all = useQuery({
    ...metricPageQuery(project, { ...timeBounds(search, now), page: 1, limit: 1 }),
    enabled: isSearched,
  });
  const total = all.data?.meta.total_items ?? 0;
  if (!isSearched || total <= MOST_SEARCHED) return null;
  return (
    <p className="flex min-h-6 items-center text-sm text-ink-3">
      {`Found among the first ${formatCount(MOST_SEARCHED)} of ${formatCount(total)} metrics, in order of their names`}
    </p>
  );
}

function NoRows({ project, search, now }: ScreenProps) {
  return (
    <EmptyList
      project={project}
      noun="metric"
      search={search}
      request={(asked) => metricRequest(asked, now)}
      fetchPage={(query) => foundPageQuery(project, query)}
      renderLink={(shown, text) => (
        <Link to="/p/$project/metrics" params={{ project }} search={shown} className="text-link">
          {text}
        </Link>
      )}
    >
      <NothingSent project={project} title="No metrics yet">
        Metrics that exporters send to <code className="font-mono">/v1/metrics</code> are listed here, each
        with its series drawn.
      </NothingSent>
    </EmptyList>
  );
}
