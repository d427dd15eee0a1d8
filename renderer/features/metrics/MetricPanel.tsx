import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { MetricDetail } from '../../../collector/contract/metrics.ts';
import { ApiError } from '../../api/client.ts';
import { metricQuery, type ListQuery } from '../../api/queries.ts';
import { showHidden } from '../../lib/text.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { Pill } from '../../ui/controls/Pill.tsx';
import { SidePanel } from '../../ui/panels/SidePanel.tsx';
import { EmptyState, ErrorState } from '../../ui/notices/States.tsx';
import { metricTypeLabel } from './metric-type.ts';

const MetricChart = lazy(async () => ({ default: (await import('./MetricChart.tsx')).MetricChart }));

type Props = {
  readonly project: string;
  readonly name: string;
  readonly range: ListQuery;
  readonly onClose: () => void;
};

const POLL_MS = 5000;

/** A metric beside the list, its series drawn. */
export function MetricPanel({ project, name, range, onClose }: Props) {
  const query = useQuery({
    ...metricQuery(project, name, range),
    refetchInterval: POLL_MS,
    // The time goes on; another metric is another chart.
    placeholderData: (before: MetricDetail | undefined) =>
      before?.name === name ? keepPreviousData(before) : undefined,
  });
  const { data, error } = query;
  return (
    <SidePanel
      label="Metric"
      title={
        <>
          <span dir="auto" className="truncate font-mono text-sm" title={showHidden(name)}>
            {showHidden(name)}
          </span>
          {data !== undefined && <Pill>{metricTypeLabel(data.type)}</Pill>}
        </>
      }
      actions={<CopyButton text={name} label="Copy the name" small />}
      onClose={onClose}
    >
      {data !== undefined && (
        <Suspense fallback={<ChartSkeleton />}>
          <MetricChart key={name} metric={data} />
        </Suspense>
      )}
      {data === undefined && error === null && <ChartSkeleton />}
      {data === undefined && error !== null && <Failed error={error} onRetry={() => void query.refetch()} />}
    </SidePanel>
  );
}

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return <EmptyState title="This metric has no points here" />;
  }
  return <ErrorState title="The series could not be loaded" error={error} onRetry={onRetry} />;
}

function ChartSkeleton() {
  return (
    <div className="loading grid gap-3 p-4" aria-hidden>
      <div className="skeleton h-60" />
      <div className="skeleton h-4 w-1/2" />
      <div className="skeleton h-4 w-1/3" />
    </div>
  );
}
