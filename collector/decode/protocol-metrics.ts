import { KeyValue, message, request, type EnumType, type Message } from './protocol.ts';

const AggregationTemporality: EnumType = {
  names: {
    AGGREGATION_TEMPORALITY_UNSPECIFIED: 0,
    AGGREGATION_TEMPORALITY_DELTA: 1,
    AGGREGATION_TEMPORALITY_CUMULATIVE: 2,
  },
};
const Exemplar = message('Exemplar', [
  ['filteredAttributes', 7, KeyValue, 'repeated'],
  ['timeUnixNano', 2, 'fixed64'],
  ['asDouble', 3, 'double'],
  ['asInt', 6, 'sfixed64'],
  ['spanId', 4, 'id'],
  ['traceId', 5, 'id'],
]);
const NumberDataPoint = message('NumberDataPoint', [
  ['attributes', 7, KeyValue, 'repeated'],
  ['startTimeUnixNano', 2, 'fixed64'],
  ['timeUnixNano', 3, 'fixed64'],
  ['asDouble', 4, 'double'],
  ['asInt', 6, 'sfixed64'],
  ['exemplars', 5, Exemplar, 'repeated'],
  ['flags', 8, 'uint32'],
]);
const HistogramDataPoint = message('HistogramDataPoint', [
  ['attributes', 9, KeyValue, 'repeated'],
  ['startTimeUnixNano', 2, 'fixed64'],
  ['timeUnixNano', 3, 'fixed64'],
  ['count', 4, 'fixed64'],
  ['sum', 5, 'double'],
  ['bucketCounts', 6, 'fixed64', 'repeated'],
  ['explicitBounds', 7, 'double', 'repeated'],
  ['exemplars', 8, Exemplar, 'repeated'],
  ['flags', 10, 'uint32'],
  ['min', 11, 'double'],
  ['max', 12, 'double'],
]);
const Buckets = message('Buckets', [
  ['offset', 1, 'sint32'],
  ['bucketCounts', 2, 'uint64', 'repeated'],
]);
const ExponentialHistogramDataPoint = message('ExponentialHistogramDataPoint', [
  ['attributes', 1, KeyValue, 'repeated'],
  ['startTimeUnixNano', 2, 'fixed64'],
  ['timeUnixNano', 3, 'fixed64'],
  ['count', 4, 'fixed64'],
  ['sum', 5, 'double'],
  ['scale', 6, 'sint32'],
  ['zeroCount', 7, 'fixed64'],
  ['positive', 8, Buckets],
  ['negative', 9, Buckets],
  ['flags', 10, 'uint32'],
  ['exemplars', 11, Exemplar, 'repeated'],
  ['min', 12, 'double'],
  ['max', 13, 'double'],
  ['zeroThreshold', 14, 'double'],
]);
const ValueAtQuantile = message('ValueAtQuantile', [
  ['quantile', 1, 'double'],
  ['value', 2, 'double'],
]);
const SummaryDataPoint = message('SummaryDataPoint', [
  ['attributes', 7, KeyValue, 'repeated'],
  ['startTimeUnixNano', 2, 'fixed64'],
  ['timeUnixNano', 3, 'fixed64'],
  ['count', 4, 'fixed64'],
  ['sum', 5, 'double'],
  ['quantileValues', 6, ValueAtQuantile, 'repeated'],
  ['flags', 8, 'uint32'],
]);

const points = (name: string, point: Message): Message =>
  message(name, [
    ['dataPoints', 1, point, 'repeated'],
    ['aggregationTemporality', 2, AggregationTemporality],
    ['isMonotonic', 3, 'bool'],
  ]);

export const Metric = message('Metric', [
  ['name', 1, 'string'],
  ['description', 2, 'string'],
  ['unit', 3, 'string'],
  ['gauge', 5, points('Gauge', NumberDataPoint)],
  ['sum', 7, points('Sum', NumberDataPoint)],
  ['histogram', 9, points('Histogram', HistogramDataPoint)],
  ['exponentialHistogram', 10, points('ExponentialHistogram', ExponentialHistogramDataPoint)],
  ['summary', 11, points('Summary', SummaryDataPoint)],
  ['metadata', 12, KeyValue, 'repeated'],
]);

/** The kinds of data that a metric can hold: which field of Metric it stands in, and its points' message. */
export const METRIC_KINDS = [
  { type: 'gauge', field: 5, point: NumberDataPoint, attributes: 7 },
  { type: 'sum', field: 7, point: NumberDataPoint, attributes: 7 },
  { type: 'histogram', field: 9, point: HistogramDataPoint, attributes: 9 },
  { type: 'exponential_histogram', field: 10, point: ExponentialHistogramDataPoint, attributes: 1 },
  { type: 'summary', field: 11, point: SummaryDataPoint, attributes: 7 },
] as const satisfies readonly { type: string; field: number; point: Message; attributes: number }[];
export type MetricKind = (typeof METRIC_KINDS)[number];

export const ExportMetricsServiceRequest = request(
  'ExportMetricsServiceRequest',
  'resourceMetrics',
  'scopeMetrics',
  'metrics',
  Metric,
);
