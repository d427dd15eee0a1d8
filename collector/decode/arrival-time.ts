import { LOG } from './log-record.ts';
import { KEY } from './value-tags.ts';
import { MAX_PARTS, WireCursor } from './wire.ts';
import type { wireToJson } from './wire-to-json.ts';

/**
 * The attribute of an exported log record that came without any time: its observed time is when it came, which is no part of
 * what was sent, so that an import knows the record again. True where that field was added, false where it was sent as zero.
 * A number would not do: redaction rules look at them.
 */
export const OBSERVED_TIME_ADDED = 'tracedeck.observed_time_added';

type LogJson = ReturnType<typeof wireToJson>;

/**
 * Such a record in JSON, observed when it came: whoever first takes a record without that time sets it (OpenTelemetry's log
 * data model, "Field: ObservedTimestamp").
 */
export function withArrivalTime(log: LogJson, timeNs: string): LogJson {
  const attributes = Array.isArray(log['attributes']) ? log['attributes'] : [];
  // With one more no collector of ours would take it.
  if (attributes.length === MAX_PARTS) return log;
  const boolValue = !Object.hasOwn(log, 'observedTimeUnixNano');
  const added = { key: OBSERVED_TIME_ADDED, value: { boolValue } };
  // What was sent keeps its order.
  return { ...log, observedTimeUnixNano: timeNs, attributes: [...attributes, added] };
}

/** The bytes of a record that `withArrivalTime` has given a time, as they were before. */
export function withoutArrivalTime(bytes: Buffer, isAdded: boolean): Buffer {
  // One buffer: of fields that take two bytes there may be any number.
  const kept = Buffer.alloc(bytes.length);
  let length = 0;
  const cursor = new WireCursor(bytes);
  while (!cursor.done) {
    const from = cursor.position;
    const tag = cursor.tag();
    const contentFrom = cursor.position;
    cursor.skip(tag & 7);
    const end = cursor.position;
    if (tag === LOG.attributes && isMark(bytes, contentFrom, end)) continue;
    if (tag !== LOG.observedTime) length += bytes.copy(kept, length, from, end);
    else if (!isAdded) {
      bytes.copy(kept, length, from, contentFrom);
      // What follows is zero already.
      length += end - from;
    }
  }
  return kept.subarray(0, length);
}

/** Whether a KeyValue, with its length before it, is the attribute. */
function isMark(bytes: Buffer, from: number, end: number): boolean {
  const cursor = new WireCursor(bytes, from, end);
  cursor.varint();
  let isIt = false;
  while (!cursor.done) {
    const tag = cursor.tag();
    if (tag === KEY) {
      const length = cursor.bytes();
      const { position } = cursor;
      isIt =
        length === OBSERVED_TIME_ADDED.length &&
        bytes.toString('latin1', position - length, position) === OBSERVED_TIME_ADDED;
    } else cursor.skip(tag & 7);
  }
  return isIt;
}
