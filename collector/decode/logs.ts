import { OBSERVED_TIME_ADDED, withoutArrivalTime } from './arrival-time.ts';
import { AttributeTable } from './attribute-table.ts';
import { NOTHING, NO_ORIGIN, eachItem, type Origin, type Rejected } from './export-request.ts';
import { KeyTable } from './key-table.ts';
import { ShortTexts } from './short-texts.ts';
import { LOG, spanOf, traceOf } from './log-record.ts';
import type { AttributeValue, Attributes } from './records.ts';
import { checkValue, readValue } from './values.ts';
import { WIRE_BYTES, WireCursor } from './wire.ts';

/**
 * The log record that a LogDecoder stands on. It is filled again for the next one: whoever wants to keep something
 * copies it. Ids are lower case hex; a span id without a trace id says nothing and is left out.
 */
export class WireLog {
  timeUnixNano = 0n;
  observedUnixNano = 0n;
  /** When a record without any time came to the collector that has exported it; 0 where it comes from its exporter. */
  arrivalUnixNano = 0n;
  severityNumber = 0;
  severityText = '';
  eventName = '';
  traceId: string | null = null;
  spanId: string | null = null;
  /** The record's own bytes as its exporter sent them, mostly a view of the request's body. */
  bytes: Buffer = NOTHING;
  from: Origin = NO_ORIGIN;
  readonly #attributes = new AttributeTable(new KeyTable(), new ShortTexts());
  #bodyStart = 0;
  #bodyEnd = 0;

  get attributes(): Attributes {
    return this.#attributes;
  }

  /** Decoded when asked for. */
  body(): AttributeValue {
    return readValue(this.bytes, this.#bodyStart, this.#bodyEnd);
  }

  /** Reads the LogRecord message `bytes` whole, checking every field. */
  read(bytes: Buffer): void {
    this.#read(bytes);
    this.arrivalUnixNano = 0n;
    const { timeUnixNano, observedUnixNano } = this;
    if (timeUnixNano !== 0n || observedUnixNano === 0n) return;
    const isAdded = this.#attributes.get(OBSERVED_TIME_ADDED);
    if (typeof isAdded !== 'boolean') return;
    this.#read(withoutArrivalTime(bytes, isAdded));
    this.arrivalUnixNano = observedUnixNano;
  }

  #read(bytes: Buffer): void {
    this.#clear(bytes);
    const cursor = new WireCursor(bytes);
    while (!cursor.done) {
      const tag = cursor.tag();
      if (tag === LOG.time) this.timeUnixNano = cursor.fixed64();
      else if (tag === LOG.observedTime) this.observedUnixNano = cursor.fixed64();
      else if (tag === LOG.severityNumber) this.severityNumber = cursor.int32();
      else if ((tag & 7) === WIRE_BYTES) {
        const length = cursor.bytes();
        this.#readField(tag, bytes, cursor.position - length, cursor.position);
      } else cursor.skip(tag & 7);
    }
    if (this.traceId === null) this.spanId = null;
  }

  #clear(bytes: Buffer): void {
    this.bytes = bytes;
    this.timeUnixNano = this.observedUnixNano = 0n;
    this.severityNumber = this.#bodyStart = this.#bodyEnd = 0;
    this.severityText = this.eventName = '';
    this.traceId = this.spanId = null;
    this.#attributes.clear(bytes);
  }

  #readField(tag: number, bytes: Buffer, start: number, end: number): void {
    if (tag === LOG.attributes) this.#attributes.add(start, end);
    else if (tag === LOG.body) {
      checkValue(bytes, start, end);
      this.#bodyStart = start;
      this.#bodyEnd = end;
    } else if (tag === LOG.traceId) this.traceId = traceOf(bytes.toString('hex', start, end));
    else if (tag === LOG.spanId) this.spanId = spanOf(bytes.toString('hex', start, end));
    else if (tag === LOG.severityText) this.severityText = bytes.toString('utf8', start, end);
    else if (tag === LOG.eventName) this.eventName = bytes.toString('utf8', start, end);
  }
}

/**
 * Decodes an ExportLogsServiceRequest in one pass. `onLog` is called for every record in the order of the wire: the
 * protocol calls none invalid. Throws a DecodeError on the first malformed byte.
 */
export class LogDecoder {
  readonly #log = new WireLog();

  decode(body: Buffer, onLog: (log: WireLog) => void): Rejected {
    const log = this.#log;
    eachItem(body, (bytes, origin) => {
      log.from = origin;
      log.read(bytes);
      onLog(log);
    });
    return { count: 0, message: '' };
  }
}
