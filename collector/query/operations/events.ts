import type { EventMark, TraceEvents } from '../../contract/events.ts';
import { formatNanos } from '../../contract/format-time.ts';
import type { SpanRecord } from '../../decode/records.ts';
import { inBatches } from '../../store/chunks/raw-records.ts';
import { spansWithEvents } from '../../store/reader/spans.ts';
import { MAX_BATCH_BYTES } from '../answer-bounds.ts';
import type { InTrace, Reader } from '../reader.ts';
import { decodeRaw } from '../span-content.ts';

/** Enough for every tick that a person could tell apart, and an answer of a megabyte at most. */
const MOST_SPANS = 2000;
const MOST_EVENTS = 10_000;

/** When the events of a trace happened. Reads the raw bytes of the spans that have any. */
export function traceEvents(reader: Reader, at: InTrace): TraceEvents {
  const rows = spansWithEvents(reader.statements, reader.trace(at).id, MOST_SPANS + 1);
  const read = rows.slice(0, MOST_SPANS);
  const data: EventMark[] = [];
  for (const batch of inBatches(read, MAX_BATCH_BYTES)) {
    for (const [i, raw] of reader.raw.read(batch).entries()) {
      const { events } = decodeRaw(raw);
      const told = events.slice(0, MOST_EVENTS - data.length);
      data.push(...told.map((event) => markOf(batch[i]!.span_id, event)));
      if (told.length < events.length) return { data, is_complete: false };
    }
  }
  return { data, is_complete: rows.length === read.length };
}

const markOf = (span_id: string, { name, timeUnixNano }: SpanRecord['events'][number]): EventMark => ({
  span_id,
  name,
  timestamp: formatNanos(timeUnixNano),
});
