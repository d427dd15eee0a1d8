import { CONTENT_LOST } from '../decode/content-lost.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { InstrumentationScope, Resource, Span } from '../decode/protocol.ts';
import type { SharedBytes, SpanColumns } from '../store/rows/span-row.ts';

const MARK = { attributes: [{ key: CONTENT_LOST, value: { boolValue: true } }] };

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
    ...MARK,
    status,
  };
  return jsonToWire(Span, JSON.stringify(span));
}

/** What stands for a resource or scope that is lost. */
export const LOST_SHARED: Readonly<Record<'resources' | 'scopes', SharedBytes>> = {
  resources: { bytes: jsonToWire(Resource, JSON.stringify(MARK)), schemaUrl: '' },
  scopes: { bytes: jsonToWire(InstrumentationScope, JSON.stringify(MARK)), schemaUrl: '' },
};
