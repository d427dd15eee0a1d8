import { jsonDouble } from '../lib/raw-json.ts';
import { METRIC_KINDS, Metric } from './protocol-metrics.ts';
import { KeyValueList } from './protocol.ts';
import { wireToJson } from './wire-to-json.ts';

/** What a stored series says of its points. `attributes` is a KeyValueList in protobuf. */
export interface StoredSeries {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly type: string;
  readonly temporality: number;
  readonly is_monotonic: number;
  readonly attributes: Buffer;
}

/** Digits of signed 64-bit integers; `fields` are those of the point that have none of their own here, in protobuf. */
export interface StoredPoint {
  readonly time_ns: string;
  readonly start_ns: string | null;
  readonly int_value: string | null;
  readonly double_value: number | null;
  readonly fields: Buffer | null;
}

const NO_FIELDS = Buffer.alloc(0);
const KINDS = new Map<string, (typeof METRIC_KINDS)[number]>(METRIC_KINDS.map((kind) => [kind.type, kind]));
const unsigned = (digits: string): string => String(BigInt.asUintN(64, BigInt(digits)));

/** A series and some of its points as a Metric in the protocol's own JSON. Throws for a type that there is not. */
export function metricJson(series: StoredSeries, points: readonly StoredPoint[]): object {
  const kind = KINDS.get(series.type);
  if (!kind) throw new Error(`no metric has the type ${series.type}`);
  const { values: attributes = [] } = wireToJson(KeyValueList, series.attributes);
  const dataPoints = points.map((point) => ({
    ...wireToJson(kind.point, point.fields ?? NO_FIELDS),
    attributes,
    timeUnixNano: unsigned(point.time_ns),
    ...(point.start_ns === null ? {} : { startTimeUnixNano: unsigned(point.start_ns) }),
    ...(point.int_value === null ? {} : { asInt: point.int_value }),
    ...(point.double_value === null ? {} : { asDouble: jsonDouble(point.double_value) }),
  }));
  const { name, unit, description } = series;
  const text = Object.fromEntries(
    Object.entries({ name, unit, description }).filter(([, value]) => value !== ''),
  );
  return {
    ...text,
    [Metric.byNumber.get(kind.field)!.name]: {
      dataPoints,
      ...(series.temporality === 0 ? {} : { aggregationTemporality: series.temporality }),
      ...(series.is_monotonic === 1 ? { isMonotonic: true } : {}),
    },
  };
}
