import type { PageMeta } from '../../contract/common.ts';
import type { MetricSummary, MetricType } from '../../contract/metrics.ts';
import { pageMeta, type PageRequest, type Statements } from './list-query.ts';
import { formatMicros } from '../../contract/format-time.ts';

/** In nanoseconds, inclusive. */
export interface TimeRange {
  readonly from?: bigint | undefined;
  readonly to?: bigint | undefined;
}

const EARLIEST = -(2n ** 63n);
const LATEST = 2n ** 63n - 1n;
const bounds = ({ from = EARLIEST, to = LATEST }: TimeRange): [bigint, bigint] => [from, to];

/** The value of a point: digits of an integer or a double. SQLite gives nothing else back with all its digits. */
export interface PointValue {
  readonly int_value: string | null;
  readonly double_value: number | null;
}
export const POINT_VALUE = `CASE typeof(value) WHEN 'integer' THEN CAST(value AS TEXT) END AS int_value,
  CASE typeof(value) WHEN 'real' THEN value END AS double_value`;

interface NameRow {
  readonly name: string;
  readonly series_count: number;
  readonly point_count: number;
  readonly service_names: string;
  readonly last_us: number;
}
/** A metric's newest point, with what its series says. */
interface NewestRow extends PointValue {
  readonly type: MetricType;
  readonly unit: string;
  readonly description: string;
  readonly fields: Buffer | null;
}

const HAS_POINTS = `EXISTS (SELECT 1 FROM metric_points
  WHERE series = metric_series.id AND metric_points.time_ns BETWEEN ? AND ?)`;

/** What a metric of a page is shown with. */
export type MetricItem = Omit<MetricSummary, 'last_value' | 'last_mean'> & { readonly newest: NewestRow };

/** A page of a project's metrics by name: those with a point in the range. */
export function listMetrics(
  statements: Statements,
  project: number,
  filter: PageRequest & TimeRange,
): { items: MetricItem[]; meta: PageMeta } {
  const isBounded = filter.from !== undefined || filter.to !== undefined;
  const where = isBounded
    ? `project = ? AND name IN (SELECT name FROM metric_series WHERE project = ? AND ${HAS_POINTS})`
    : 'project = ?';
  const values = isBounded ? [project, project, ...bounds(filter)] : [project];
  const rows = statements.all<NameRow>(
    `SELECT name, COUNT(*) AS series_count, SUM(point_count) AS point_count, MAX(last_ns) / 1000 AS last_us,
       json_group_array(DISTINCT service_name) AS service_names
     FROM metric_series WHERE ${where} GROUP BY name ORDER BY name LIMIT ? OFFSET ?`,
    [...values, filter.limit, (filter.page - 1) * filter.limit],
  );
  const total = statements.count(
    `SELECT COUNT(DISTINCT name) AS n FROM metric_series WHERE ${where}`,
    values,
  );
  return { items: rows.map((row) => metricItem(statements, project, row)), meta: pageMeta(filter, total) };
}

function metricItem(statements: Statements, project: number, row: NameRow): MetricItem {
  const newest = newestSeries(statements, project, row.name)!;
  const services = (JSON.parse(row.service_names) as (string | null)[]).filter((name) => name !== null);
  return {
    name: row.name,
    type: newest.type,
    unit: newest.unit,
    description: newest.description,
    service_names: services.sort(),
    last_time: formatMicros(row.last_us),
    series_count: row.series_count,
    point_count: row.point_count,
    newest,
  };
}

/** Of the series of a name the one with the newest point; undefined where the project has none. */
export function newestSeries(statements: Statements, project: number, name: string): NewestRow | undefined {
  return statements.get<NewestRow>(
    `SELECT type, unit, description, fields, ${POINT_VALUE} FROM metric_series
     JOIN metric_points ON series = metric_series.id AND time_ns = last_ns
     WHERE project = ? AND name = ? ORDER BY last_ns DESC, metric_series.id LIMIT 1`,
    [project, name],
  );
}

export interface SeriesRow {
  readonly id: number;
  readonly type: MetricType;
  /** As in the protocol: 0 unspecified, 1 delta, 2 cumulative. */
  readonly temporality: number;
  readonly is_monotonic: number;
  readonly service_name: string | null;
  readonly attributes: Buffer;
}

/** The series of a name that have a point in the range, the first known first. */
export function seriesOf(
  statements: Statements,
  project: number,
  name: string,
  range: TimeRange,
): SeriesRow[] {
  return statements.all<SeriesRow>(
    `SELECT id, type, temporality, is_monotonic, service_name, attributes FROM metric_series
     WHERE project = ? AND name = ? AND ${HAS_POINTS} ORDER BY id`,
    [project, name, ...bounds(range)],
  );
}

export interface PointRecordRow extends PointValue {
  readonly time_us: number;
  readonly start_us: number | null;
  readonly fields: Buffer | null;
}

/** At most `limit` points of a series in the order of time. */
export function pointsOf(
  statements: Statements,
  series: number,
  range: TimeRange,
  limit: number,
): PointRecordRow[] {
  return statements.all<PointRecordRow>(
    `SELECT time_ns / 1000 AS time_us, start_ns / 1000 AS start_us, fields, ${POINT_VALUE}
     FROM metric_points WHERE series = ? AND time_ns BETWEEN ? AND ? ORDER BY time_ns LIMIT ?`,
    [series, ...bounds(range), limit],
  );
}
