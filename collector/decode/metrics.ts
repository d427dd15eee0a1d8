import protobuf from 'protobufjs/minimal.js';
import { FIRST, NOTHING, eachItem, Rejections, type Origin, type Rejected } from './export-request.ts';
import { METRIC_KINDS, type MetricKind } from './protocol-metrics.ts';
import { readKeyValue } from './values.ts';
import { MAX_PARTS, WIRE_BYTES, WIRE_FIXED64, WIRE_VARINT, WireCursor, tagOf, tooManyParts } from './wire.ts';
import { wireToJson } from './wire-to-json.ts';

/** Field tags of `opentelemetry.proto.metrics.v1.Metric` and of what all its data and points have in common. */
const METRIC = { name: FIRST, description: tagOf(2, WIRE_BYTES), unit: tagOf(3, WIRE_BYTES) } as const;
const DATA = { temporality: tagOf(2, WIRE_VARINT), monotonic: tagOf(3, WIRE_VARINT) } as const;
const POINT = {
  start: tagOf(2, WIRE_FIXED64),
  time: tagOf(3, WIRE_FIXED64),
  asDouble: tagOf(4, WIRE_FIXED64),
  asInt: tagOf(6, WIRE_FIXED64),
} as const;

/** What a metric says of all its points. `temporality` as in the protocol: 0 unspecified, 1 delta, 2 cumulative. */
export interface WireMetric {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  readonly type: MetricKind['type'];
  readonly temporality: number;
  readonly isMonotonic: boolean;
}

/** One data point. Buffers are views of the request's body or made for this point. */
export interface WirePoint {
  readonly metric: WireMetric;
  readonly from: Origin;
  /** A KeyValueList, sorted by its bytes: exporters put the same attributes in any order. */
  readonly attributes: Buffer;
  readonly startUnixNano: bigint;
  readonly timeUnixNano: bigint;
  /** Of a gauge or sum; null where nothing was recorded, and for NaN. */
  readonly value: bigint | number | null;
  /** All other fields of the point's message as they came, and a value that is NaN. */
  readonly fields: Buffer;
}

/**
 * Decodes an ExportMetricsServiceRequest in one pass. `onPoint` is called for each valid point, in the order of the
 * wire; points of a metric without a name and points without a time are counted. Throws a DecodeError on the first
 * malformed byte.
 */
export class MetricDecoder {
  decode(body: Buffer, onPoint: (point: WirePoint) => void): Rejected {
    const rejections = new Rejections();
    eachItem(body, (bytes, origin) => readMetric(bytes, origin, rejections, onPoint));
    return rejections.told();
  }
}

function readMetric(
  bytes: Buffer,
  from: Origin,
  rejections: Rejections,
  onPoint: (point: WirePoint) => void,
): void {
  const cursor = new WireCursor(bytes);
  const text = { name: '', description: '', unit: '' };
  // Of the kinds one counts, the last as in every oneof.
  let data: { kind: MetricKind; start: number; end: number } | undefined;
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag === METRIC.name) text.name = cursor.text();
    else if (tag === METRIC.description) text.description = cursor.text();
    else if (tag === METRIC.unit) text.unit = cursor.text();
    else if ((tag & 7) === WIRE_BYTES) {
      const length = cursor.bytes();
      const kind = METRIC_KINDS.find(({ field }) => field === tag >>> 3);
      if (kind) data = { kind, start: cursor.position - length, end: cursor.position };
    } else cursor.skip(tag & 7);
  }
  if (!data) return;
  const { kind, start, end } = data;
  const metric = { ...text, type: kind.type, ...readData(bytes, start, end) };
  const points = new WireCursor(bytes, start, end);
  while (points.next(FIRST)) {
    const point = readPoint(kind, metric, bytes.subarray(points.start, points.position), from);
    const reason = invalid(point);
    if (reason === null) onPoint(point);
    else rejections.add(reason);
  }
}

function readData(
  bytes: Buffer,
  start: number,
  end: number,
): Pick<WireMetric, 'temporality' | 'isMonotonic'> {
  const cursor = new WireCursor(bytes, start, end);
  const data = { temporality: 0, isMonotonic: false };
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag === DATA.temporality) data.temporality = cursor.int32();
    else if (tag === DATA.monotonic) data.isMonotonic = cursor.varint64() !== 0n;
    else cursor.skip(tag & 7);
  }
  return data;
}

/** A point's `asDouble` that is NaN. SQLite has no NaN: as a value it would be nothing recorded. */
const NOT_A_NUMBER = Buffer.alloc(9);
NOT_A_NUMBER.writeUInt8(POINT.asDouble);
NOT_A_NUMBER.writeDoubleLE(Number.NaN, 1);

function readPoint(kind: MetricKind, metric: WireMetric, bytes: Buffer, from: Origin): WirePoint {
  const isNumber = metric.type === 'gauge' || metric.type === 'sum';
  const cursor = new WireCursor(bytes);
  const attributes: Buffer[] = [];
  const fields: Buffer[] = [];
  const point = { startUnixNano: 0n, timeUnixNano: 0n, value: null as bigint | number | null };
  while (!cursor.done) {
    const start = cursor.position;
    const tag = cursor.tag();
    if (tag === POINT.start) point.startUnixNano = cursor.fixed64();
    else if (tag === POINT.time) point.timeUnixNano = cursor.fixed64();
    else if (isNumber && tag === POINT.asInt) point.value = BigInt.asIntN(64, cursor.fixed64());
    else if (isNumber && tag === POINT.asDouble) point.value = cursor.double();
    else if (tag === tagOf(kind.attributes, WIRE_BYTES)) {
      const length = cursor.bytes();
      readKeyValue(bytes, cursor.position - length, cursor.position);
      if (attributes.length === MAX_PARTS) throw tooManyParts('attributes');
      attributes.push(bytes.subarray(cursor.position - length, cursor.position));
    } else {
      cursor.skip(tag & 7);
      if (fields.length === MAX_PARTS) throw tooManyParts('fields of a data point');
      fields.push(bytes.subarray(start, cursor.position));
    }
  }
  if (Number.isNaN(point.value)) {
    point.value = null;
    fields.push(NOT_A_NUMBER);
  }
  const rest = Buffer.concat(fields);
  // Read once now, so that no query trips over it.
  wireToJson(kind.point, rest);
  return { metric, from, attributes: keyValueList(attributes), ...point, fields: rest };
}

function keyValueList(entries: readonly Buffer[]): Buffer {
  if (entries.length === 0) return NOTHING;
  const writer = protobuf.Writer.create();
  for (const entry of entries.toSorted((a, b) => Buffer.compare(a, b))) writer.uint32(FIRST).bytes(entry);
  return Buffer.from(writer.finish());
}

function invalid({ metric, timeUnixNano }: WirePoint): string | null {
  if (metric.name === '') return 'metric without a name';
  return timeUnixNano === 0n ? `data point of ${metric.name} without a time` : null;
}
