import type { MetricType } from '../../../collector/contract/metrics.ts';

const LABELS: Readonly<Record<MetricType, string>> = {
  gauge: 'Gauge',
  sum: 'Sum',
  histogram: 'Histogram',
  exponential_histogram: 'Exponential histogram',
  summary: 'Summary',
};

export function metricTypeLabel(type: MetricType): string {
  return LABELS[type];
}
