import { jsonToWire } from '../decode/json-to-wire.ts';
import { Span } from '../decode/protocol.ts';
import type { SpanColumns } from '../store/span-row.ts';

/** The raw span that a row lets make, in the place of one whose bytes are lost: what lists show, and nothing more. */
export function skeleton(traceId: string, columns: SpanColumns): Buffer {
  const { spanId, parentSpanId, name, kind, startNs, endNs, statusCode, statusMessage } = columns;
  const status = { code: statusCode, ...(statusMessage === null ? {} : { message: statusMessage }) };
  const span = {
    traceId,
    spanId,
    ...(parentSpanId === null ? {} : { parentSpanId }),
    name,
    kind,
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(endNs),
    attributes: [{ key: 'tracedeck.content_lost', value: { boolValue: true } }],
    status,
  };
  return jsonToWire(Span, JSON.stringify(span));
}
