import { exactJsonValue } from './plain-json.ts';
import { METRIC_KINDS, type MetricKind } from './protocol-metrics.ts';
import { wireToJson } from './wire-to-json.ts';

type Json = ReturnType<typeof wireToJson>;
type Value = Json[string] | undefined;

/** A count with all its digits, 0 where there is none; for JSON.stringify only. */
const count = (value: Value): number =>
  exactJsonValue(BigInt(typeof value === 'string' ? value : 0)) as number;
/** NaN and infinities are no numbers in JSON. */
const double = (value: Value): number | null => (typeof value === 'number' ? value : null);
const int = (value: Value): number => (typeof value === 'number' ? value : 0);
const list = <T>(value: Value, read: (item: Value) => T): T[] =>
  Array.isArray(value) ? value.map((item) => read(item)) : [];
const object = (value: Value): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

const distribution = (point: Json) => ({
  count: count(point['count']),
  sum: double(point['sum']),
  min: double(point['min']),
  max: double(point['max']),
});
const buckets = (value: Value) => ({
  offset: int(object(value)['offset']),
  bucket_counts: list(object(value)['bucketCounts'], count),
});

const READERS = {
  histogram: (point: Json) => ({
    ...distribution(point),
    bucket_counts: list(point['bucketCounts'], count),
    explicit_bounds: list(point['explicitBounds'], double),
  }),
  exponential_histogram: (point: Json) => ({
    ...distribution(point),
    scale: int(point['scale']),
    zero_count: count(point['zeroCount']),
    zero_threshold: double(point['zeroThreshold']) ?? 0,
    positive: buckets(point['positive']),
    negative: buckets(point['negative']),
  }),
  summary: (point: Json) => ({
    count: count(point['count']),
    sum: double(point['sum']),
    quantiles: list(point['quantileValues'], (item) => ({
      quantile: double(object(item)['quantile']) ?? 0,
      value: double(object(item)['value']) ?? (object(item)['value'] === undefined ? 0 : null),
    })),
  }),
};

export type DistributionType = keyof typeof READERS;
export type DistributionFields = ReturnType<(typeof READERS)[DistributionType]>;

const MESSAGES = new Map<string, MetricKind['point']>(METRIC_KINDS.map(({ type, point }) => [type, point]));

/** The fields of a stored point of a histogram, exponential histogram or summary, as the API shows them. */
export function readDistribution(type: DistributionType, fields: Buffer): DistributionFields {
  return READERS[type](wireToJson(MESSAGES.get(type)!, fields));
}

/** What the values of such a point come to on average; null where it has none, or does not say their sum. */
export function meanOf(type: DistributionType, fields: Buffer): number | null {
  const point = wireToJson(MESSAGES.get(type)!, fields);
  const [sum, values] = [double(point['sum']), point['count']];
  // A quotient has no more digits than a double.
  return sum === null || typeof values !== 'string' || values === '0' ? null : sum / Number(values);
}
