import { AttributeTable } from './attribute-table.ts';
import { KeyTable } from './key-table.ts';
import type { Attributes, ScopeRecord, SpanEventRecord } from './records.ts';
import {
  EVENT,
  LINK,
  SPAN,
  parentOf,
  readEvent,
  readResource,
  readScope,
  readStatus,
} from './span-record.ts';
import { checkValue } from './values.ts';
import { DecodeError, WIRE_BYTES, WireCursor, tagOf } from './wire.ts';

const FIRST = tagOf(1, WIRE_BYTES);
const SECOND = tagOf(2, WIRE_BYTES);
const THIRD = tagOf(3, WIRE_BYTES);
/** Of a Resource. */
const ENTITY_REFS = THIRD;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

/** A resource or scope with the bytes that are stored for it. `schemaUrl` is that of the list it stood in. */
export interface WireResource {
  readonly bytes: Buffer;
  readonly schemaUrl: string;
  readonly attributes: Attributes;
}
export interface WireScope {
  readonly bytes: Buffer;
  readonly schemaUrl: string;
  readonly record: ScopeRecord;
}

const NOTHING = Buffer.alloc(0);
const NO_RESOURCE: WireResource = { bytes: NOTHING, schemaUrl: '', attributes: readResource(NOTHING) };
const NO_SCOPE: WireScope = { bytes: NOTHING, schemaUrl: '', record: readScope(NOTHING) };

/**
 * The span that a TraceDecoder stands on, in fields and lazily decoded attributes. It is filled again for the next
 * span: whoever wants to keep something copies it. Ids are lower case hex.
 */
export class WireSpan {
  traceId = '';
  spanId = '';
  parentSpanId: string | null = null;
  name = '';
  kind = 0;
  startUnixNano = 0n;
  endUnixNano = 0n;
  statusCode = 0;
  statusMessage = '';
  eventCount = 0;
  linkCount = 0;
  /** The span message's own bytes: a view of the request's body. */
  bytes: Buffer = NOTHING;
  /** What the span was sent under, with the bytes to store. */
  from: { resource: WireResource; scope: WireScope } = { resource: NO_RESOURCE, scope: NO_SCOPE };
  readonly attributes: AttributeTable;
  readonly #eventRanges: number[] = [];
  #events: SpanEventRecord[] | undefined;

  constructor(keys: KeyTable) {
    this.attributes = new AttributeTable(keys);
  }

  get resource(): Attributes {
    return this.from.resource.attributes;
  }

  get scope(): ScopeRecord {
    return this.from.scope.record;
  }

  events(): readonly SpanEventRecord[] {
    if (this.#events) return this.#events;
    const events: SpanEventRecord[] = [];
    for (let i = 0; i < this.eventCount * 2; i += 2)
      events.push(readEvent(this.bytes, this.#eventRanges[i]!, this.#eventRanges[i + 1]!));
    this.#events = events;
    return events;
  }

  /** Reads the Span message `bytes` whole, checking every field. */
  read(bytes: Buffer): void {
    this.#clear(bytes);
    const cursor = new WireCursor(bytes);
    while (!cursor.done) {
      const tag = cursor.tag();
      if (tag === SPAN.attributes) {
        const length = cursor.bytes();
        this.attributes.add(cursor.position - length, cursor.position);
      } else if (tag === SPAN.start) this.startUnixNano = cursor.fixed64();
      else if (tag === SPAN.end) this.endUnixNano = cursor.fixed64();
      else if (tag === SPAN.kind) this.kind = cursor.int32();
      else if ((tag & 7) === WIRE_BYTES) {
        const length = cursor.bytes();
        this.#readField(tag, bytes, cursor.position - length, cursor.position);
      } else cursor.skip(tag & 7);
    }
  }

  #clear(bytes: Buffer): void {
    this.bytes = bytes;
    this.traceId = this.spanId = this.name = this.statusMessage = '';
    this.parentSpanId = null;
    this.kind = this.statusCode = this.eventCount = this.linkCount = 0;
    this.startUnixNano = this.endUnixNano = 0n;
    this.#events = undefined;
    this.attributes.clear(bytes);
  }

  #readField(tag: number, bytes: Buffer, start: number, end: number): void {
    if (tag === SPAN.name) this.name = bytes.toString('utf8', start, end);
    else if (tag === SPAN.traceId) this.traceId = bytes.toString('hex', start, end);
    else if (tag === SPAN.spanId) this.spanId = bytes.toString('hex', start, end);
    else if (tag === SPAN.parentSpanId) this.parentSpanId = parentOf(bytes.toString('hex', start, end));
    else if (tag === SPAN.events) {
      checkMessage(bytes, start, end, EVENT.attributes);
      this.#eventRanges[this.eventCount * 2] = start;
      this.#eventRanges[this.eventCount * 2 + 1] = end;
      this.eventCount++;
    } else if (tag === SPAN.links) {
      checkMessage(bytes, start, end, LINK.attributes);
      this.linkCount++;
    } else if (tag === SPAN.status) {
      const status = readStatus(bytes, start, end);
      this.statusCode = status.code;
      this.statusMessage = status.message;
    }
  }
}

/** Walks a message to its last byte; its field `attributes`, where it has one, holds KeyValue messages. */
function checkMessage(bytes: Buffer, start: number, end: number, attributes?: number): void {
  const cursor = new WireCursor(bytes, start, end);
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag !== attributes) {
      cursor.skip(tag & 7);
      continue;
    }
    const length = cursor.bytes();
    const inner = new WireCursor(bytes, cursor.position - length, cursor.position);
    while (!inner.done) {
      const innerTag = inner.tag();
      if (innerTag !== SECOND) inner.skip(innerTag & 7);
      else {
        const size = inner.bytes();
        checkValue(bytes, inner.position - size, inner.position);
      }
    }
  }
}

/** Spans that the protocol calls invalid, and why (the first reason). */
export interface Rejected {
  count: number;
  message: string;
}

/**
 * Decodes an ExportTraceServiceRequest in one pass. `onSpan` is called for each valid span, in the order of the wire;
 * spans with an invalid id are counted. Throws a DecodeError on the first malformed byte: the caller then drops
 * whatever it took from the request.
 */
export class TraceDecoder {
  readonly #span = new WireSpan(new KeyTable());

  decode(body: Buffer, onSpan: (span: WireSpan) => void): Rejected {
    const rejected: Rejected = { count: 0, message: '' };
    for (const [start, end] of fieldsOf(body, 0, body.length, FIRST)) {
      const resource = this.#resource(body, start, end);
      for (const [scopeStart, scopeEnd] of fieldsOf(body, start, end, SECOND))
        this.#scopeSpans(body, scopeStart, scopeEnd, resource, rejected, onSpan);
    }
    return rejected;
  }

  #resource(body: Buffer, start: number, end: number): WireResource {
    const bytes = lastField(body, start, end, FIRST);
    const schemaUrl = lastField(body, start, end, THIRD).toString();
    for (const [from, to] of fieldsOf(bytes, 0, bytes.length, ENTITY_REFS)) checkMessage(bytes, from, to);
    return { bytes, schemaUrl, attributes: readResource(bytes) };
  }

  #scopeSpans(
    body: Buffer,
    start: number,
    end: number,
    resource: WireResource,
    rejected: Rejected,
    onSpan: (span: WireSpan) => void,
  ): void {
    const bytes = lastField(body, start, end, FIRST);
    const span = this.#span;
    const schemaUrl = lastField(body, start, end, THIRD).toString();
    span.from = { resource, scope: { bytes, schemaUrl, record: readScope(bytes) } };
    const cursor = new WireCursor(body, start, end);
    while (!cursor.done) {
      const tag = cursor.tag();
      if (tag !== SECOND) {
        cursor.skip(tag & 7);
        continue;
      }
      const length = cursor.bytes();
      span.read(body.subarray(cursor.position - length, cursor.position));
      const reason = invalidId(span);
      if (reason === null) onSpan(span);
      else {
        if (rejected.count === 0) rejected.message = reason;
        rejected.count++;
      }
    }
  }
}

function invalidId(span: WireSpan): string | null {
  if (span.traceId.length !== 32) return `trace id of ${span.traceId.length / 2} bytes, wanted 16`;
  if (span.spanId.length !== 16) return `span id of ${span.spanId.length / 2} bytes, wanted 8`;
  if (span.traceId === NO_TRACE) return 'trace id is all zero';
  return span.spanId === NO_SPAN ? 'span id is all zero' : null;
}

/** Where the occurrences of one field lie in the message at `[start, end)`. Walks the whole message. */
export function fieldsOf(body: Buffer, start: number, end: number, wanted: number): [number, number][] {
  const found: [number, number][] = [];
  const cursor = new WireCursor(body, start, end);
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag !== wanted) {
      if (tag >>> 3 === wanted >>> 3) throw new DecodeError(`field ${tag >>> 3} has the wrong wire type`);
      cursor.skip(tag & 7);
      continue;
    }
    const length = cursor.bytes();
    found.push([cursor.position - length, cursor.position]);
  }
  return found;
}

function lastField(body: Buffer, start: number, end: number, wanted: number): Buffer {
  const last = fieldsOf(body, start, end, wanted).at(-1);
  return last ? body.subarray(last[0], last[1]) : NOTHING;
}
