import { ExportLogsServiceRequest, ExportTraceServiceRequest, type Message } from './protocol.ts';
import { ExportMetricsServiceRequest } from './protocol-metrics.ts';
import { FIRST, SECOND, fieldsOf } from './export-request.ts';
import { WIRE_BYTES, WireCursor } from './wire.ts';

export type Signal = 'traces' | 'logs' | 'metrics';
export type Encoding = 'protobuf' | 'json';

export const EXPORT_REQUESTS: Readonly<Record<Signal, Message>> = {
  traces: ExportTraceServiceRequest,
  logs: ExportLogsServiceRequest,
  metrics: ExportMetricsServiceRequest,
};

/** What nearly every item of a request in JSON has once; never less often than there are spans. */
const JSON_MARKS: Readonly<Record<Signal, readonly string[]>> = {
  traces: ['spanId', 'span_id'],
  logs: ['timeUnixNano', 'time_unix_nano'],
  metrics: ['timeUnixNano', 'time_unix_nano'],
};

/**
 * How many spans, log records or data points a request holds: of protobuf from its lengths, of JSON from a key that they
 * have. For bounding what waits: a body that is malformed counts as
 * nothing, it is refused as soon as it is looked at.
 */
export function estimateItems(signal: Signal, body: Buffer, encoding: Encoding): number {
  if (encoding === 'json')
    return JSON_MARKS[signal].reduce((sum, mark) => sum + countText(body, `"${mark}"`), 0);
  try {
    return countItems(signal, body);
  } catch {
    // Whoever decodes it says what is wrong with it.
    return 0;
  }
}

function countText(body: Buffer, text: string): number {
  let count = 0;
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + text.length)) count++;
  return count;
}

/** Spans, log records or data points in a request's protobuf bytes. Throws a DecodeError where it is malformed. */
function countItems(signal: Signal, body: Buffer): number {
  let count = 0;
  for (const [start, end] of scopesOf(body)) {
    const items = fieldsOf(body, start, end, SECOND);
    if (signal !== 'metrics') count += items.length;
    else for (const [from, to] of items) count += countPoints(body, from, to);
  }
  return count;
}

function scopesOf(body: Buffer): [number, number][] {
  return fieldsOf(body, 0, body.length, FIRST).flatMap(([start, end]) => fieldsOf(body, start, end, SECOND));
}

/** The data points of one Metric: field 1 of whichever of gauge, sum, histogram … it holds. */
function countPoints(body: Buffer, start: number, end: number): number {
  const cursor = new WireCursor(body, start, end);
  let count = 0;
  while (!cursor.done) {
    const tag = cursor.tag();
    if (![5, 7, 9, 10, 11].includes(tag >>> 3) || (tag & 7) !== WIRE_BYTES) {
      cursor.skip(tag & 7);
      continue;
    }
    const length = cursor.bytes();
    count += fieldsOf(body, cursor.position - length, cursor.position, FIRST).length;
  }
  return count;
}
