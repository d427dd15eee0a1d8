import { Type, type Static } from 'typebox';
import { Nullable, Page, Timestamp, object, pageQuery } from './common.ts';

export const MetricType = Type.Union(
  [
    Type.Literal('gauge'),
    Type.Literal('sum'),
    Type.Literal('histogram'),
    Type.Literal('exponential_histogram'),
    Type.Literal('summary'),
  ],
  { title: 'MetricType' },
);
export type MetricType = Static<typeof MetricType>;

/** Where series of one name differ, type, unit and description are the newest's. */
export const MetricSummary = object('MetricSummary', 'What the points of a name come to.', {
  name: Type.String(),
  type: MetricType,
  unit: Type.String(),
  description: Type.String(),
  service_names: Type.Array(Type.String()),
  last_time: Timestamp,
  series_count: Type.Integer({ description: 'the last value and mean are those of one series, the newest' }),
  last_value: Nullable(
    Type.Number({ description: 'of the newest point; histograms and summaries have no single value' }),
  ),
  last_mean: Nullable(
    Type.Number({
      description: 'of a histogram or summary: what the values of the newest point come to on average',
    }),
  ),
  point_count: Type.Integer(),
});
export type MetricSummary = Static<typeof MetricSummary>;

/** By name. */
export const MetricPage = Page('MetricPage', MetricSummary);
export type MetricPage = Static<typeof MetricPage>;

const times = { time: Timestamp, start_time: Nullable(Timestamp) };
/** NaN and infinities are no numbers in JSON: null. */
const Double = Nullable(Type.Number());

/** An integer with all its digits, or a double; null where nothing was recorded. */
const NumberPoint = object('NumberPoint', 'Of a gauge or sum.', {
  ...times,
  value: Nullable(Type.Number()),
});

const distribution = { count: Type.Integer(), sum: Double, min: Double, max: Double };

const HistogramPoint = object('HistogramPoint', 'Bucket i holds what is in (bound i-1, bound i].', {
  ...times,
  ...distribution,
  bucket_counts: Type.Array(Type.Integer()),
  explicit_bounds: Type.Array(Double),
});

const Buckets = Type.Object({ offset: Type.Integer(), bucket_counts: Type.Array(Type.Integer()) });

/** Bucket i of `positive` holds what is above base^(offset+i) and at or below base^(offset+i+1). */
const ExponentialHistogramPoint = object('ExponentialHistogramPoint', 'Buckets by powers of a base.', {
  ...times,
  ...distribution,
  scale: Type.Integer({ description: 'base = 2^(2^-scale)' }),
  zero_count: Type.Integer(),
  zero_threshold: Type.Number(),
  positive: Buckets,
  negative: Buckets,
});

const SummaryPoint = object('SummaryPoint', 'Quantiles that the exporter computed.', {
  ...times,
  count: Type.Integer(),
  sum: Double,
  quantiles: Type.Array(Type.Object({ quantile: Type.Number(), value: Double })),
});

export const MetricPoint = Type.Union(
  [NumberPoint, HistogramPoint, ExponentialHistogramPoint, SummaryPoint],
  {
    title: 'MetricPoint',
  },
);
export type MetricPoint = Static<typeof MetricPoint>;

/** One set of attributes of one resource and scope. */
export const MetricSeries = object('MetricSeries', 'Points of one set of attributes, by time.', {
  attributes: Type.Record(Type.String(), Type.Unknown()),
  service_name: Nullable(Type.String()),
  temporality: Nullable(
    Type.Union([Type.Literal('delta'), Type.Literal('cumulative')], {
      description:
        'of sums and histograms: points of a `delta` add up, each of a `cumulative` has all since its `start_time`; null of what the exporter says neither of, and of all else',
    }),
  ),
  is_monotonic: Type.Boolean({ description: 'of a sum, whether it never falls; false of all else' }),
  points: Type.Array(MetricPoint),
});
export type MetricSeries = Static<typeof MetricSeries>;

export const MetricDetail = object('MetricDetail', 'A metric with its points.', {
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
