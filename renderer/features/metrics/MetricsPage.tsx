import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { MetricSummary } from '../../../collector/contract/metrics.ts';
import { metricPageQuery } from '../../api/queries.ts';
import { readMetricListSearch, type MetricListSearch } from '../../lib/search.ts';
import { timeBounds } from '../../lib/time-range.ts';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { NothingSent } from '../../ui/list/NothingSent.tsx';
import { useNow } from '../../ui/use-now.ts';
import { METRIC_COLUMNS } from './metric-columns.tsx';
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
      query={timeBounds(search, now)}
      fetchPage={(query) => metricPageQuery(project, query)}
      columns={METRIC_COLUMNS}
      rowKey={(metric) => metric.name}
      freshKey={(metric) => metric.name}
      defaultOrder={null}
      holdBack={() => null}
      pollMs={POLL_MS}
      hasSearch={false}
      filterBar={<p className="flex h-6 items-center text-sm text-ink-3">In order of their names</p>}
      empty={<NoRows project={project} search={search} now={now} />}
      onOpen={(metric) => change({ ...search, open: metric.name })}
      renderPanel={(open, close) => (
        <MetricPanel project={project} name={open} range={timeBounds(search, now)} onClose={close} />
      )}
    />
  );
}

type NoRowsProps = { readonly project: string; readonly search: MetricListSearch; readonly now: number };

function NoRows({ project, search, now }: NoRowsProps) {
  return (
    <EmptyList
      project={project}
      noun="metric"
      search={search}
      request={(asked) => timeBounds(asked, now)}
      fetchPage={(query) => metricPageQuery(project, query)}
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
