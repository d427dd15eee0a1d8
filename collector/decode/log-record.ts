import { AttributeMap } from './attribute-map.ts';
import { NO_SPAN, NO_TRACE } from './export-request.ts';
import type { AttributeValue, Attributes } from './records.ts';
import { readKeyValue, readValue } from './values.ts';
import { WIRE_BYTES, WIRE_FIXED32, WIRE_FIXED64, WIRE_VARINT, WireCursor, tagOf } from './wire.ts';

/** Field tags of `opentelemetry.proto.logs.v1.LogRecord`. */
export const LOG = {
  time: tagOf(1, WIRE_FIXED64),
  severityNumber: tagOf(2, WIRE_VARINT),
  severityText: tagOf(3, WIRE_BYTES),
  body: tagOf(5, WIRE_BYTES),
  attributes: tagOf(6, WIRE_BYTES),
  droppedAttributes: tagOf(7, WIRE_VARINT),
  flags: tagOf(8, WIRE_FIXED32),
  traceId: tagOf(9, WIRE_BYTES),
  spanId: tagOf(10, WIRE_BYTES),
  observedTime: tagOf(11, WIRE_FIXED64),
  eventName: tagOf(12, WIRE_BYTES),
} as const;

/** A log record, decoded whole. Times are 0 and texts empty where the record has none. */
export interface LogRecordData {
  readonly timeUnixNano: bigint;
  readonly observedUnixNano: bigint;
  readonly body: AttributeValue;
  readonly attributes: Attributes;
  readonly eventName: string;
}

/** Decodes a stored log record. The bytes were checked when they came in; a DecodeError here means a damaged file. */
export function readLog(bytes: Buffer): LogRecordData {
  const cursor = new WireCursor(bytes);
  const attributes = new Map<string, AttributeValue>();
  const log = { timeUnixNano: 0n, observedUnixNano: 0n, body: null as AttributeValue, eventName: '' };
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag === LOG.time) log.timeUnixNano = cursor.fixed64();
    else if (tag === LOG.observedTime) log.observedUnixNano = cursor.fixed64();
    else if (tag === LOG.eventName) log.eventName = cursor.text();
    else if (tag === LOG.body || tag === LOG.attributes) {
      const length = cursor.bytes();
      const start = cursor.position - length;
      if (tag === LOG.body) log.body = readValue(bytes, start, cursor.position);
      else attributes.set(...readKeyValue(bytes, start, cursor.position));
    } else cursor.skip(tag & 7);
  }
  return { ...log, attributes: new AttributeMap(attributes) };
}

/** An id of the wrong length or all zero: the record then belongs to no trace or span, as the protocol has it. */
export const traceOf = (id: string): string | null => (id.length === 32 && id !== NO_TRACE ? id : null);
export const spanOf = (id: string): string | null => (id.length === 16 && id !== NO_SPAN ? id : null);
