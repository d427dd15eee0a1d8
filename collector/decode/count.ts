import { ExportLogsServiceRequest, ExportTraceServiceRequest, type Message } from './protocol.ts';
import { ExportMetricsServiceRequest } from './protocol-metrics.ts';
import { fieldsOf } from './traces.ts';
import { WIRE_BYTES, WireCursor, tagOf } from './wire.ts';

export type Signal = 'traces' | 'logs' | 'metrics';
export type Encoding = 'protobuf' | 'json';

export const EXPORT_REQUESTS: Readonly<Record<Signal, Message>> = {
  traces: ExportTraceServiceRequest,
  logs: ExportLogsServiceRequest,
  metrics: ExportMetricsServiceRequest,
};

const FIRST = tagOf(1, WIRE_BYTES);
const SECOND = tagOf(2, WIRE_BYTES);

/**
 * How many spans a traces request holds, from its outermost lengths alone; for JSON the number of span ids, which is
 * never too low. For bounding what waits: a body that is malformed counts as nothing, it is refused as soon as it is looked at.
 */
export function estimateSpans(body: Buffer, encoding: Encoding): number {
  if (encoding === 'json') return countText(body, '"spanId"') + countText(body, '"span_id"');
  try {
    return countItems(body);
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

/** Spans, log records or metrics in an export request: resource list > scope list > items. */
function countItems(body: Buffer): number {
  let count = 0;
  for (const scope of scopesOf(body)) count += fieldsOf(body, scope[0], scope[1], SECOND).length;
  return count;
}

function scopesOf(body: Buffer): [number, number][] {
  return fieldsOf(body, 0, body.length, FIRST).flatMap(([start, end]) => fieldsOf(body, start, end, SECOND));
}

/** Log records or data points in a request's protobuf bytes. Throws a DecodeError where it is malformed. */
export function countRecords(signal: 'logs' | 'metrics', body: Buffer): number {
  if (signal === 'logs') return countItems(body);
  let points = 0;
  for (const scope of scopesOf(body))
    for (const [start, end] of fieldsOf(body, scope[0], scope[1], SECOND))
      points += countPoints(body, start, end);
  return points;
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
