import type {
  MetricDetail,
  MetricPage,
  MetricPoint,
  MetricSeries,
  MetricType,
} from '../../contract/metrics.ts';
import { meanOf, readDistribution, type DistributionType } from '../../decode/metric-point.ts';
import { plainAttributes, exactJsonValue } from '../../decode/plain-json.ts';
import { readAttributes } from '../../decode/values.ts';
import { ApiError } from '../../errors.ts';
import type { PageRequest } from '../../store/reader/list-query.ts';
import {
  listMetrics as readMetrics,
  newestSeries,
  pointsOf,
  seriesOf,
  type PointRecordRow,
  type PointValue,
  type SeriesRow,
  type TimeRange,
} from '../../store/reader/metrics.ts';
import { formatMicros } from '../../contract/format-time.ts';
import type { InProject, Reader } from '../reader.ts';

/** Points that one answer holds; more are asked for by time. */
const MAX_POINTS = 50_000;

export function listMetrics(
  reader: Reader,
  { project, ...filter }: InProject & PageRequest & TimeRange,
): MetricPage {
  const { items, meta } = readMetrics(reader.statements, reader.project(project), filter);
  const data = items.map(({ newest, point_count, ...item }) => ({
    ...item,
    last_value: valueOf(newest),
    last_mean: isDistribution(item.type) ? meanOf(item.type, newest.fields ?? NO_FIELDS) : null,
    point_count,
  }));
  return { data, meta };
}

export function getMetric(
  reader: Reader,
  { project, name, ...range }: InProject & TimeRange & { readonly name: string },
): MetricDetail {
  const id = reader.project(project);
  const newest = newestSeries(reader.statements, id, name);
  if (!newest) throw new ApiError('NOT_FOUND', `no metric ${name} in project ${project}`);
  let left = MAX_POINTS;
  const series = seriesOf(reader.statements, id, name, range).map((row): MetricSeries => {
    const points = pointsOf(reader.statements, row.id, range, left + 1);
    left -= points.length;
    if (left < 0)
      throw new ApiError(
        'VALIDATION_ERROR',
        `more than ${MAX_POINTS} points: narrow from_timestamp and to_timestamp`,
      );
    return seriesItem(row, points);
  });
  return { name, type: newest.type, unit: newest.unit, series };
}

/** By the protocol's number. */
const TEMPORALITIES: readonly MetricSeries['temporality'][] = [null, 'delta', 'cumulative'];

const seriesItem = (
  { type, temporality, is_monotonic, service_name, attributes }: SeriesRow,
  points: readonly PointRecordRow[],
): MetricSeries => ({
  attributes: plainAttributes(readAttributes(attributes, 0, attributes.length, 1)),
  service_name,
  temporality: TEMPORALITIES[temporality] ?? null,
  is_monotonic: is_monotonic === 1,
  points: points.map((point) => pointItem(type, point)),
});

const NO_FIELDS = Buffer.alloc(0);

const isDistribution = (type: MetricType): type is DistributionType => type !== 'gauge' && type !== 'sum';

function pointItem(type: MetricType, row: PointRecordRow): MetricPoint {
  const times = {
    time: formatMicros(row.time_us),
    start_time: row.start_us === null ? null : formatMicros(row.start_us),
  };
  if (!isDistribution(type)) return { ...times, value: valueOf(row) };
  return { ...times, ...readDistribution(type, row.fields ?? NO_FIELDS) };
}

/** For JSON.stringify only: an integer that a number can't hold keeps its digits there. NaN and infinities are null. */
function valueOf({ int_value, double_value }: PointValue): number | null {
  return int_value === null ? double_value : (exactJsonValue(BigInt(int_value)) as number);
}
