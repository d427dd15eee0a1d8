import { AttributeTable } from './attribute-table.ts';
import {
  NOTHING,
  NO_ORIGIN,
  NO_SPAN,
  NO_TRACE,
  checkMessage,
  eachItem,
  Rejections,
  type Origin,
  type Rejected,
} from './export-request.ts';
import { KeyTable } from './key-table.ts';
import type { Attributes, ScopeRecord, SpanEventRecord } from './records.ts';
import { ShortTexts } from './short-texts.ts';
import { EVENT, LINK, SPAN, parentOf, readEvent, readStatus } from './span-record.ts';
import { MAX_PARTS, WIRE_BYTES, WireCursor, tooManyParts } from './wire.ts';

/** Places of events: a list that is no longer than this is filled again with the next span's. */
const KEPT_RANGES = 1024;

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
  from: Origin = NO_ORIGIN;
  #parentId = '';
  readonly #shortTexts = new ShortTexts();
  readonly attributes = new AttributeTable(new KeyTable(), this.#shortTexts);
  readonly #eventRanges: number[] = [];
  #events: SpanEventRecord[] | undefined;

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
    this.parentSpanId = parentOf(this.#parentId, this.spanId);
  }

  #clear(bytes: Buffer): void {
    this.bytes = bytes;
    this.traceId = this.spanId = this.name = this.statusMessage = '';
    this.#parentId = '';
    this.kind = this.statusCode = this.eventCount = this.linkCount = 0;
    this.startUnixNano = this.endUnixNano = 0n;
    this.#events = undefined;
    if (this.#eventRanges.length > KEPT_RANGES) this.#eventRanges.length = 0;
    this.attributes.clear(bytes);
  }

  #readField(tag: number, bytes: Buffer, start: number, end: number): void {
    if (tag === SPAN.name) this.name = this.#shortTexts.read(bytes, start, end);
    else if (tag === SPAN.traceId) this.traceId = bytes.toString('hex', start, end);
    else if (tag === SPAN.spanId) this.spanId = bytes.toString('hex', start, end);
    else if (tag === SPAN.parentSpanId) this.#parentId = bytes.toString('hex', start, end);
    else if (tag === SPAN.events) {
      if (this.eventCount === MAX_PARTS) throw tooManyParts('events');
      checkMessage(bytes, start, end, EVENT.attributes);
      this.#eventRanges[this.eventCount * 2] = start;
      this.#eventRanges[this.eventCount * 2 + 1] = end;
      this.eventCount++;
    } else if (tag === SPAN.links) {
      if (this.linkCount === MAX_PARTS) throw tooManyParts('links');
      checkMessage(bytes, start, end, LINK.attributes);
      this.linkCount++;
    } else if (tag === SPAN.status) {
      const status = readStatus(bytes, start, end);
      this.statusCode = status.code;
      this.statusMessage = status.message;
    }
  }
}

/**
 * Decodes an ExportTraceServiceRequest in one pass. `onSpan` is called for each valid span, in the order of the wire;
 * spans with an invalid id are counted. Throws a DecodeError on the first malformed byte: the caller then drops
 * whatever it took from the request.
 */
export class TraceDecoder {
  readonly #span = new WireSpan();

  decode(body: Buffer, onSpan: (span: WireSpan) => void): Rejected {
    const rejections = new Rejections();
    const span = this.#span;
    eachItem(body, (bytes, origin) => {
      span.from = origin;
      span.read(bytes);
      const reason = invalidId(span);
      if (reason === null) onSpan(span);
      else rejections.add(reason);
    });
    return rejections.told();
  }

  /** A single Span message, sent under `from`. What it answers holds until the next one is read. */
  readOne(bytes: Buffer, from: Origin): WireSpan {
    this.#span.from = from;
    this.#span.read(bytes);
    return this.#span;
  }
}

function invalidId(span: WireSpan): string | null {
  if (span.traceId.length !== 32) return `trace id of ${span.traceId.length / 2} bytes, wanted 16`;
  if (span.spanId.length !== 16) return `span id of ${span.spanId.length / 2} bytes, wanted 8`;
  if (span.traceId === NO_TRACE) return 'trace id is all zero';
  return span.spanId === NO_SPAN ? 'span id is all zero' : null;
}
