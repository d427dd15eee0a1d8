import type { MetricSummary } from '../../../collector/contract/metrics.ts';
import { asNumber } from '../../lib/as-number.ts';
import { formatCount } from '../../lib/format.ts';
import { showHidden } from '../../lib/text.ts';
import { formatMetric } from './metric-format.ts';
import { Dash } from '../../ui/facts/Dash.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { namesColumn, timeColumn } from '../../ui/list/shared-columns.tsx';
import { Pill } from '../../ui/controls/Pill.tsx';
import { metricTypeLabel } from './metric-type.ts';

/** The columns of the table of metrics. */
export const METRIC_COLUMNS: readonly Column<MetricSummary>[] = [
  {
    id: 'name',
    label: 'Name',
    track: 'minmax(150px,2fr)',
    fixedOrder: 'ascending',
    value: (metric) => metric.name,
    cell: (metric) => (
      <span dir="auto" className="block truncate text-left font-mono" title={showHidden(metric.name)}>
        {showHidden(metric.name)}
      </span>
    ),
  },
  {
    id: 'type',
    label: 'Type',
    track: '164px',
    // What is open beside the list tells it as well: names, which tell metrics apart, are long.
    fromWidth: 780,
    value: (metric) => metric.type,
    cell: (metric) => <Pill>{metricTypeLabel(metric.type)}</Pill>,
  },
  namesColumn((metric) => metric.description, {
    id: 'description',
    label: 'Description',
    track: 'minmax(140px,2fr)',
    fromWidth: 1180,
  }),
  namesColumn((metric) => metric.service_names, {
    id: 'services',
    label: 'Services',
    track: 'minmax(90px,.8fr)',
    fromWidth: 800,
  }),
  {
    id: 'value',
    label: 'Last value',
    track: '120px',
    isBelow: true,
    isNumber: true,
    value: (metric) => metric.last_value ?? metric.last_mean,
    cell: (metric) => <LastValue metric={metric} />,
  },
  namesColumn((metric) => metric.unit, { id: 'unit', label: 'Unit', track: '72px', fromWidth: 900 }),
  {
    id: 'series',
    // What stands as its last value is that of one.
    label: 'Series',
    track: '64px',
    isNumber: true,
    fromWidth: 980,
    value: (metric) => metric.series_count,
    cell: (metric) => formatCount(metric.series_count),
  },
  {
    id: 'points',
    label: 'Points',
    track: '64px',
    isNumber: true,
    fromWidth: 480,
    value: (metric) => metric.point_count,
    cell: (metric) => formatCount(metric.point_count),
  },
  timeColumn((metric) => metric.last_time, {
    id: 'last',
    label: 'Last seen',
    track: '92px',
    fromWidth: 686,
    isBelow: true,
  }),
];

/** Of a histogram the mean of its newest point, which is told as such. */
function LastValue({
  metric: { last_value, last_mean, unit, series_count },
}: {
  readonly metric: MetricSummary;
}) {
  const value = last_value ?? last_mean;
  if (value === null) return <Dash />;
  return (
    <span title={series_count > 1 ? `of the newest of ${formatCount(series_count)} series` : undefined}>
      {last_value === null && <span className="text-ink-3">mean </span>}
      {formatMetric(asNumber(value), unit)}
    </span>
  );
}
