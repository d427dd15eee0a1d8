import { hash } from 'node:crypto';
import { eventNameOf } from '../../decode/event-name.ts';
import type { Origin } from '../../decode/export-request.ts';
import { LOG } from '../../decode/log-record.ts';
import { WireSpan } from '../../decode/traces.ts';
import { MAX_PARTS, WireCursor } from '../../decode/wire.ts';
import { writeSpan } from '../../decode/write-span.ts';
import type { LogInput } from '../log-fields.ts';
import { cutValue } from '../cut-value.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import type { EventSpan, LogSpanReader, LoggedEvent } from './sketch.ts';

/** Programs whose log records are made into spans. A new one is one file and one row. */
const LOG_SPAN_READERS: readonly LogSpanReader[] = [claudeCode, codex];

/** A log record as it is being ingested. */
export interface IngestedLog extends LogInput {
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly timeUnixNano: bigint;
  readonly observedUnixNano: bigint;
  readonly bytes: Buffer;
  readonly from: Origin;
}

/** What a record without a trace belongs to. */
export interface LogPlace {
  readonly traceId: string;
  readonly spanId: string | null;
  /** The span that the record tells of, in an object that the next record fills again. */
  readonly span: WireSpan | null;
}

/** Values that take more stay with the record, which the span is read together with. */
const MAX_COPIED_BYTES = 512;
/** Conversations that are kept in mind. */
const MAX_TRACED = 1024;
/** Of each value, this much tells two records of one moment apart. */
const MAX_COMPARED = 4096;

/**
 * Spans for the log records of programs that send nothing else. A record gets a trace and, where it tells of one, a span,
 * whose ids follow from what the record says alone: the same record, sent again or read from a file, is the same span.
 * Never throws, whatever the record holds.
 */
export class LogSpans {
  readonly #span = new WireSpan();
  /** Whose records have traces, the latest last: the program sends spans, and these say what a stray record does. */
  readonly #traced = new Set<string>();

  /** Null for a record whose trace says what it does, that is none of these programs', or that names no session or time. */
  place(log: IngestedLog): LogPlace | null {
    const time = log.timeUnixNano === 0n ? log.observedUnixNano : log.timeUnixNano;
    if (time === 0n) return null;
    const [reader, event] = findReader(log) ?? [];
    const place = event && reader?.place(event);
    if (place === undefined || event === undefined) return null;
    const traceId = idOf(32, place.trace);
    if (log.traceId !== null) {
      this.#addTraced(traceId);
      return place.isToldAlone === true && place.span !== null
        ? this.#placeBelow(log, { ...event, time, traceId: log.traceId }, place.span)
        : null;
    }
    if (this.#traced.has(traceId)) return null;
    const rootId = idOf(16, [traceId, 'root']);
    if (place.span === null) return { traceId, spanId: place.role === 'child' ? rootId : null, span: null };
    const spanId = place.role === 'root' ? rootId : idOf(16, [traceId, contentOf(event, time)]);
    const parentSpanId = place.role === 'child' ? rootId : null;
    this.#fill(log, { traceId, spanId, parentSpanId, time, event: event.name }, place.span);
    return { traceId, spanId, span: this.#span };
  }

  /** The record stays where it is. */
  #placeBelow(log: IngestedLog, event: TracedEvent, span: EventSpan): LogPlace {
    const { traceId, time, name } = event;
    const spanId = idOf(16, [traceId, contentOf(event, time)]);
    this.#fill(log, { traceId, spanId, parentSpanId: log.spanId, time, event: name }, span);
    return { traceId, spanId: log.spanId, span: this.#span };
  }

  #addTraced(traceId: string): void {
    this.#traced.delete(traceId);
    this.#traced.add(traceId);
    if (this.#traced.size > MAX_TRACED) this.#traced.delete(this.#traced.values().next().value ?? '');
  }

  #fill(log: IngestedLog, ids: SpanIds, { name, durationMs, failure, attributes }: EventSpan): void {
    const { traceId, spanId, parentSpanId, time: endUnixNano } = ids;
    const took = BigInt(Math.round(durationMs * 1e6));
    const own = { ...attributes, [`${ids.event.slice(0, ids.event.indexOf('.'))}.log_event`]: ids.event };
    this.#span.from = log.from;
    this.#span.read(
      writeSpan({
        traceId,
        spanId,
        parentSpanId,
        name,
        startUnixNano: took > endUnixNano ? endUnixNano : endUnixNano - took,
        endUnixNano,
        failure,
        attributes: own,
        // What is one too many for a span stays with the record, too.
        keyValues: keyValuesOf(log.bytes)
          .filter((bytes) => !Object.hasOwn(own, keyOf(bytes)))
          .slice(0, MAX_PARTS - Object.keys(own).length),
      }),
    );
  }
}

interface TracedEvent extends LoggedEvent {
  readonly traceId: string;
  readonly time: bigint;
}

interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly time: bigint;
  /** The event's full name. */
  readonly event: string;
}

function findReader(log: IngestedLog): readonly [LogSpanReader, LoggedEvent] | undefined {
  const { attributes } = log;
  const name = eventNameOf(log.eventName, attributes);
  const scope = log.from.scope.record.name;
  for (const reader of LOG_SPAN_READERS) {
    if (name.startsWith(reader.prefix)) return [reader, { name, attributes }];
    if (reader.scope !== null && scope === reader.scope && name !== '')
      return [reader, { name: `${reader.prefix}${name}`, attributes }];
  }
  return undefined;
}

/** Lower case hex of so many digits, for these words. */
const idOf = (digits: 16 | 32, words: readonly string[]): string =>
  hash('sha256', JSON.stringify(words), 'hex').slice(0, digits);

function contentOf({ name, attributes }: LoggedEvent, time: bigint): string {
  const values = [...attributes.keys()]
    .toSorted()
    .map((key) => [key, cutValue(attributes.get(key) ?? null, MAX_COMPARED)]);
  return JSON.stringify([name, String(time), values]);
}

/** The record's attributes, but for long ones. */
function keyValuesOf(record: Buffer): Buffer[] {
  const found: Buffer[] = [];
  const cursor = new WireCursor(record);
  while (cursor.next(LOG.attributes))
    if (cursor.position - cursor.start <= MAX_COPIED_BYTES)
      found.push(record.subarray(cursor.start, cursor.position));
  return found;
}

const KEY_FIELD = 1;

function keyOf(keyValue: Buffer): string {
  const cursor = new WireCursor(keyValue);
  let key = '';
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag >>> 3 === KEY_FIELD) key = cursor.text();
    else cursor.skip(tag & 7);
  }
  return key;
}
