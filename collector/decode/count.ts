import { ExportLogsServiceRequest, ExportTraceServiceRequest, type Message } from './protocol.ts';
import { ExportMetricsServiceRequest } from './protocol-metrics.ts';
import { FIRST, OLD_SCOPES, SECOND } from './export-request.ts';
import { WIRE_BYTES, WireCursor, tagOf } from './wire.ts';

export const SIGNALS = ['traces', 'metrics', 'logs'] as const;
export type Signal = (typeof SIGNALS)[number];
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
 * have. For bounding what waits: a body that is malformed counts as nothing, it is refused as soon as it is looked at.
 * Counting ends past `most`, and a request of more resources, scopes or metrics than that counts as them: empty ones take
 * memory, too.
 */
export function estimateItems(
  signal: Signal,
  body: Buffer,
  encoding: Encoding,
  most = Number.POSITIVE_INFINITY,
): number {
  if (encoding === 'json')
    return JSON_MARKS[signal].reduce((sum, mark) => sum + countText(body, `"${mark}"`), 0);
  try {
    return countItems(signal, body, most);
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
function countItems(signal: Signal, body: Buffer, most: number): number {
  const [resources, scopes, items] = [new WireCursor(body), new WireCursor(body), new WireCursor(body)];
  const points = signal === 'metrics' ? new PointCounter(body) : null;
  const seen = { resources: 0, scopes: 0, metrics: 0 };
  let count = 0;
  while (resources.next(FIRST)) {
    if (++seen.resources > most) return seen.resources;
    scopes.enter(resources);
    while (scopes.next(SECOND, OLD_SCOPES)) {
      if (++seen.scopes > most) return seen.scopes;
      items.enter(scopes);
      while (items.next(SECOND)) {
        if (points === null) count++;
        else if (++seen.metrics > most) return seen.metrics;
        else count += points.countOf(items, most - count);
        if (count > most) return count;
      }
    }
  }
  return count;
}

/** Fields of a Metric: gauge, sum, histogram … */
const METRIC_DATA: ReadonlySet<number> = new Set([5, 7, 9, 10, 11].map((field) => tagOf(field, WIRE_BYTES)));

class PointCounter {
  readonly #metric: WireCursor;
  readonly #data: WireCursor;

  constructor(body: Buffer) {
    this.#metric = new WireCursor(body);
    this.#data = new WireCursor(body);
  }

  /** The data points of the Metric that `items` has found: field 1 of whichever data it holds. Ends past `most`. */
  countOf(items: WireCursor, most: number): number {
    const metric = this.#metric;
    metric.enter(items);
    let count = 0;
    while (!metric.done) {
      const tag = metric.tag();
      if (!METRIC_DATA.has(tag)) {
        metric.skip(tag & 7);
        continue;
      }
      const length = metric.bytes();
      this.#data.reset(metric.buffer, metric.position - length, metric.position);
      while (this.#data.next(FIRST)) if (++count > most) return count;
    }
    return count;
  }
}
