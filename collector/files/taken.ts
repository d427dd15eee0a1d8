import { estimateItems, EXPORT_REQUESTS, SIGNALS } from '../decode/count.ts';
import { FIRST, SECOND, eachPlace } from '../decode/export-request.ts';
import { fastJsonToWire } from '../decode/fast-json/fast-json.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { jsonText } from '../decode/parse-json.ts';
import { unknownKeyIn } from '../decode/unknown-key.ts';
import { WireCursor } from '../decode/wire.ts';
import type { FileRecord } from './record.ts';

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

/** What is told of a request that a collector has taken. */
export interface Taken {
  /** Spans, log records or data points in it, those that the collector refused included. */
  readonly items: number;
  /** The first trace that it has a span of; null where it has none. */
  readonly traceId: string | null;
  /** Why nothing of it is known, in the words of a bad record; null where there is something, or where it is empty. */
  readonly unread: string | null;
}

export function taken(record: Omit<FileRecord, 'at'>): Taken {
  const { signal, encoding, body } = record;
  const wire = encoding === 'json' ? wireOf(signal, body) : body;
  const items = estimateItems(signal, wire, 'protobuf');
  return {
    items,
    traceId: signal === 'traces' ? firstTrace(wire) : null,
    unread: items === 0 && encoding === 'json' ? unreadIn(record) : null,
  };
}

function wireOf(signal: FileRecord['signal'], json: Buffer): Buffer {
  const message = EXPORT_REQUESTS[signal];
  return (
    fastJsonToWire(message, json, Buffer.allocUnsafe(json.length)) ?? jsonToWire(message, jsonText(json))
  );
}

/** Of a span that is stored: one without a proper trace or id is refused. */
function firstTrace(wire: Buffer): string | null {
  let first: string | null = null;
  eachPlace(wire, (item) => {
    const traceId = idAt(wire, item, FIRST, TRACE_ID_BYTES);
    if (idAt(wire, item, SECOND, SPAN_ID_BYTES) !== null) first = traceId;
    return first === null;
  });
  return first;
}

function idAt(wire: Buffer, item: WireCursor, field: number, bytes: number): string | null {
  const ids = new WireCursor(wire, item.start, item.position);
  if (!ids.next(field) || ids.position - ids.start !== bytes) return null;
  const id = wire.toString('hex', ids.start, ids.position);
  return /[^0]/.test(id) ? id : null;
}

/** A request of several signals comes once for each: what the others are called is known. */
function unreadIn({ signal, body }: Omit<FileRecord, 'at'>): string | null {
  const found = unknownKeyIn(EXPORT_REQUESTS[signal], jsonText(body));
  if (found === null || SIGNALS.some((one) => EXPORT_REQUESTS[one].byName.has(found.key))) return null;
  return `holds nothing that is known: "${found.key}" is no field of ${found.message.name}`;
}
