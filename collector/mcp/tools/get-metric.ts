import { Type } from 'typebox';
import { MetricDetailQuery, type MetricPoint, type MetricSeries } from '../../contract/metrics.ts';
import { getMetric } from '../../query/operations/metrics.ts';
import { timeRange } from '../../query/parameters/common.ts';
import { shortened, wholeLines, withoutEmpty } from '../text/bounds.ts';
import { project_id, tool } from './tool.ts';

export const getMetricTool = tool({
  name: 'get_metric',
  title: 'Get a metric',
  description:
    'The newest points of one metric, a series for each set of attributes. Of histograms and summaries, count, sum, least and largest value of each point, without what is null or 0. Points of a delta series add up, each of a cumulative one has all since it began.',
  parameters: Type.Object({
    project_id,
    name: Type.String({ description: 'list_metrics tells which there are' }),
    ...MetricDetailQuery.properties,
    max_points: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 20,
      description: 'of each series, the newest',
    }),
  }),
  tell(reader, { project_id: project, name, max_points: most, ...range }) {
    const { type, unit, series } = getMetric(reader, { project, name, ...timeRange(range) });
    const head = [name, type, unit].filter((text) => text !== '').join(' · ');
    const told = series.flatMap((one) => ['', ...seriesLines(one, most)]);
    const none = ['', 'No point of it lies in that time.'];
    return wholeLines([head, ...(told.length === 0 ? none : told)], 'lower max_points, or narrow the time');
  },
});

/** Characters of one attribute of a series. */
const MAX_VALUE = 200;

function seriesLines(
  { attributes, service_name, temporality, points }: MetricSeries,
  most: number,
): string[] {
  const shown = points.slice(-most);
  return [
    [service_name ?? 'no service', JSON.stringify(shortened(attributes, MAX_VALUE)), temporality ?? '']
      .join(' ')
      .trimEnd(),
    ...(shown.length < points.length ? [`the newest ${shown.length} of ${points.length} points:`] : []),
    ...shown.map(pointText),
  ];
}

function pointText(point: MetricPoint): string {
  if ('value' in point) return `${point.time} ${JSON.stringify(point.value)}`;
  const { time, count, sum } = point;
  const ends = 'min' in point ? { min: point.min, max: point.max } : {};
  const quantiles = 'quantiles' in point ? { quantiles: point.quantiles } : {};
  return `${time} ${JSON.stringify(withoutEmpty({ count, sum, ...ends, ...quantiles }))}`;
}
