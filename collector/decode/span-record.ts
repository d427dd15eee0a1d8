import { AttributeMap } from './attribute-map.ts';
import type { GrowingTexts } from './growing-texts.ts';
import type {
  AttributeValue,
  ScopeRecord,
  SpanEventRecord,
  SpanLinkRecord,
  SpanRecord,
  Attributes,
} from './records.ts';
import { decodedBy, readAttributes, readKeyValue } from './values.ts';
import { WIRE_BYTES, WIRE_FIXED32, WIRE_FIXED64, WIRE_VARINT, WireCursor, tagOf } from './wire.ts';

/** Field tags of `opentelemetry.proto.trace.v1.Span`. */
export const SPAN = {
  traceId: tagOf(1, WIRE_BYTES),
  spanId: tagOf(2, WIRE_BYTES),
  traceState: tagOf(3, WIRE_BYTES),
  parentSpanId: tagOf(4, WIRE_BYTES),
  name: tagOf(5, WIRE_BYTES),
  kind: tagOf(6, WIRE_VARINT),
  start: tagOf(7, WIRE_FIXED64),
  end: tagOf(8, WIRE_FIXED64),
  attributes: tagOf(9, WIRE_BYTES),
  droppedAttributes: tagOf(10, WIRE_VARINT),
  events: tagOf(11, WIRE_BYTES),
  droppedEvents: tagOf(12, WIRE_VARINT),
  links: tagOf(13, WIRE_BYTES),
  droppedLinks: tagOf(14, WIRE_VARINT),
  status: tagOf(15, WIRE_BYTES),
  flags: tagOf(16, WIRE_FIXED32),
} as const;

/** Field tags of `Span.Event`, `Span.Link` and `Status`. */
export const EVENT = {
  time: tagOf(1, WIRE_FIXED64),
  name: tagOf(2, WIRE_BYTES),
  attributes: tagOf(3, WIRE_BYTES),
  droppedAttributes: tagOf(4, WIRE_VARINT),
} as const;
export const LINK = {
  traceId: tagOf(1, WIRE_BYTES),
  spanId: tagOf(2, WIRE_BYTES),
  traceState: tagOf(3, WIRE_BYTES),
  attributes: tagOf(4, WIRE_BYTES),
  droppedAttributes: tagOf(5, WIRE_VARINT),
  flags: tagOf(6, WIRE_FIXED32),
} as const;
export const STATUS = { message: tagOf(2, WIRE_BYTES), code: tagOf(3, WIRE_VARINT) } as const;

const hex = (buffer: Buffer, end: number, length: number): string =>
  buffer.toString('hex', end - length, end);

function readHex(cursor: WireCursor): string {
  const length = cursor.bytes();
  return hex(cursor.buffer, cursor.position, length);
}

/** The Event at `[start, end)`. Throws a DecodeError where it is malformed. */
export function readEvent(buffer: Buffer, start: number, end: number): SpanEventRecord {
  const cursor = new WireCursor(buffer, start, end);
  let timeUnixNano = 0n;
  let name = '';
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag === EVENT.time) timeUnixNano = cursor.fixed64();
    else if (tag === EVENT.name) name = cursor.text();
    else cursor.skip(tag & 7);
  }
  return { timeUnixNano, name, attributes: readAttributes(buffer, start, end, 3) };
}

function readLink(buffer: Buffer, start: number, end: number): SpanLinkRecord {
  const cursor = new WireCursor(buffer, start, end);
  const link = { traceId: '', spanId: '', traceState: '' };
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag === LINK.traceId) link.traceId = readHex(cursor);
    else if (tag === LINK.spanId) link.spanId = readHex(cursor);
    else if (tag === LINK.traceState) link.traceState = cursor.text();
    else cursor.skip(tag & 7);
  }
  return { ...link, attributes: readAttributes(buffer, start, end, 4) };
}

export function readStatus(buffer: Buffer, start: number, end: number): { code: number; message: string } {
  const cursor = new WireCursor(buffer, start, end);
  const status = { code: 0, message: '' };
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag === STATUS.message) status.message = cursor.text();
    else if (tag === STATUS.code) status.code = cursor.int32();
    else cursor.skip(tag & 7);
  }
  return status;
}

/** `InstrumentationScope` bytes, as stored. */
export function readScope(bytes: Buffer): ScopeRecord {
  const cursor = new WireCursor(bytes);
  let name = '';
  let version = '';
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag === tagOf(1, WIRE_BYTES)) name = cursor.text();
    else if (tag === tagOf(2, WIRE_BYTES)) version = cursor.text();
    else cursor.skip(tag & 7);
  }
  return { name, version, attributes: readAttributes(bytes, 0, bytes.length, 3) };
}

/** The attributes of `Resource` bytes, as stored. */
export const readResource = (bytes: Buffer): Attributes => readAttributes(bytes, 0, bytes.length, 1);

/**
 * Decodes a stored span whole; with `texts`, attributes go on from those of spans that were read with the same. The bytes were
 * checked when they came in; a DecodeError here means a damaged file.
 */
export function readSpan(
  bytes: Buffer,
  resource: Attributes,
  scope: ScopeRecord,
  texts?: GrowingTexts,
): SpanRecord {
  const values = texts && decodedBy(texts);
  const cursor = new WireCursor(bytes);
  const attributes = new Map<string, AttributeValue>();
  const events: SpanEventRecord[] = [];
  const links: SpanLinkRecord[] = [];
  const span = { traceId: '', spanId: '', parentSpanId: '', name: '', kind: 0, start: 0n, end: 0n };
  let status = { code: 0, message: '' };
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag === SPAN.name) span.name = cursor.text();
    else if (tag === SPAN.kind) span.kind = cursor.int32();
    else if (tag === SPAN.start) span.start = cursor.fixed64();
    else if (tag === SPAN.end) span.end = cursor.fixed64();
    else if ((tag & 7) === WIRE_BYTES) {
      const length = cursor.bytes();
      const to = cursor.position;
      if (tag === SPAN.traceId) span.traceId = hex(bytes, to, length);
      else if (tag === SPAN.spanId) span.spanId = hex(bytes, to, length);
      else if (tag === SPAN.parentSpanId) span.parentSpanId = hex(bytes, to, length);
      else if (tag === SPAN.attributes) attributes.set(...readKeyValue(bytes, to - length, to, values));
      else if (tag === SPAN.events) events.push(readEvent(bytes, to - length, to));
      else if (tag === SPAN.links) links.push(readLink(bytes, to - length, to));
      else if (tag === SPAN.status) status = readStatus(bytes, to - length, to);
    } else cursor.skip(tag & 7);
  }
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: parentOf(span.parentSpanId, span.spanId),
    name: span.name,
    kind: span.kind,
    startUnixNano: span.start,
    endUnixNano: span.end,
    statusCode: status.code,
    statusMessage: status.message,
    attributes: new AttributeMap(attributes),
    events,
    links,
    resource,
    scope,
  };
}

/** An empty, all-zero or wrong-length parent id, or the span's own, means that there is no parent. */
export const parentOf = (id: string, spanId: string): string | null =>
  id.length === 16 && id !== '0000000000000000' && id !== spanId ? id : null;
