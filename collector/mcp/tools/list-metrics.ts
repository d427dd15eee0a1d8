import { MetricListQuery } from '../../contract/metrics.ts';
import { listMetrics } from '../../query/operations/metrics.ts';
import { timeRange } from '../../query/parameters/common.ts';
import { pageText } from '../text/rows.ts';
import { LEAVES_OUT, noneIn, parametersOf, tool } from './tool.ts';

export const listMetricsTool = tool({
  name: 'list_metrics',
  title: 'List metrics',
  description: `What programs measured, by name, with the newest value; get_metric has the points of one. ${LEAVES_OUT}`,
  parameters: parametersOf(MetricListQuery),
  tell(reader, { project_id: project, page, limit, ...range }) {
    const found = listMetrics(reader, { project, page, limit, ...timeRange(range) });
    return pageText('Metrics', noneIn(project, 'metric'), found, [
      'name',
      'type',
      'unit',
      'description',
      'service_names',
      'last_time',
      'series_count',
      'last_value',
      'last_mean',
      'point_count',
    ]);
  },
});
