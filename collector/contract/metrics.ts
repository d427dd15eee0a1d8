import { Type, type Static } from 'typebox';
import { Nullable, Page, Timestamp, pageQuery } from './common.ts';

export const MetricType = Type.Union([
  Type.Literal('gauge'),
  Type.Literal('sum'),
  Type.Literal('histogram'),
  Type.Literal('exponential_histogram'),
  Type.Literal('summary'),
]);
export type MetricType = Static<typeof MetricType>;

/** What the points of a name come to. Where series of one name differ, type, unit and description are the newest's. */
export const MetricSummary = Type.Object({
  name: Type.String(),
  type: MetricType,
  unit: Type.String(),
  description: Type.String(),
  service_names: Type.Array(Type.String()),
  last_time: Timestamp,
  /** Of the newest point; null for histograms and summaries, which have no single value. */
  last_value: Nullable(Type.Number()),
  point_count: Type.Integer(),
});
export type MetricSummary = Static<typeof MetricSummary>;

/** By name. */
export const MetricPage = Page(MetricSummary);
export type MetricPage = Static<typeof MetricPage>;

const times = { time: Timestamp, start_time: Nullable(Timestamp) };
/** NaN and infinities are no numbers in JSON: null. */
const Double = Nullable(Type.Number());

/** Of a gauge or sum: an integer with all its digits, or a double; null where nothing was recorded. */
export const NumberPoint = Type.Object({ ...times, value: Nullable(Type.Number()) });

const distribution = { count: Type.Integer(), sum: Double, min: Double, max: Double };

/** Bucket i holds what is above bound i-1 and at or below bound i. */
export const HistogramPoint = Type.Object({
  ...times,
  ...distribution,
  bucket_counts: Type.Array(Type.Integer()),
  explicit_bounds: Type.Array(Double),
});

const Buckets = Type.Object({ offset: Type.Integer(), bucket_counts: Type.Array(Type.Integer()) });

/** Bucket i of `positive` holds what is above base^(offset+i) and at or below base^(offset+i+1), base = 2^(2^-scale). */
export const ExponentialHistogramPoint = Type.Object({
  ...times,
  ...distribution,
  scale: Type.Integer(),
  zero_count: Type.Integer(),
  zero_threshold: Type.Number(),
  positive: Buckets,
  negative: Buckets,
});

export const SummaryPoint = Type.Object({
  ...times,
  count: Type.Integer(),
  sum: Double,
  quantiles: Type.Array(Type.Object({ quantile: Type.Number(), value: Double })),
});

export const MetricPoint = Type.Union([NumberPoint, HistogramPoint, ExponentialHistogramPoint, SummaryPoint]);
export type MetricPoint = Static<typeof MetricPoint>;

/** One set of attributes of one resource and scope, its points in the order of time. */
export const MetricSeries = Type.Object({
  attributes: Type.Record(Type.String(), Type.Unknown()),
  service_name: Nullable(Type.String()),
  points: Type.Array(MetricPoint),
});
export type MetricSeries = Static<typeof MetricSeries>;

export const MetricDetail = Type.Object({
  name: Type.String(),
  type: MetricType,
  unit: Type.String(),
  series: Type.Array(MetricSeries),
});
export type MetricDetail = Static<typeof MetricDetail>;

const { page, limit, from_timestamp, to_timestamp } = pageQuery(100);

/** With a time range: metrics that have a point in it. */
export const MetricListQuery = Type.Object({ page, limit, from_timestamp, to_timestamp });
export type MetricListQuery = Static<typeof MetricListQuery>;

export const MetricDetailQuery = Type.Object({ from_timestamp, to_timestamp });
export type MetricDetailQuery = Static<typeof MetricDetailQuery>;
