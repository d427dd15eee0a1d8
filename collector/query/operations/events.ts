import type { EventMark, TraceEvents } from '../../contract/events.ts';
import { formatNanos } from '../../contract/format-time.ts';
import { spansWithEvents } from '../../store/reader/spans.ts';
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
  let isComplete = rows.length === read.length;
  reader.raw.read(read).forEach((raw, i) => {
    for (const event of decodeRaw(raw).events) {
      if (data.length === MOST_EVENTS) {
        isComplete = false;
        return;
      }
      data.push({ span_id: read[i]!.span_id, name: event.name, timestamp: formatNanos(event.timeUnixNano) });
    }
  });
  return { data, is_complete: isComplete };
}
