import { estimateItems, EXPORT_REQUESTS } from '../decode/count.ts';
import { fastJsonToWire } from '../decode/fast-json/fast-json.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import type { FileRecord } from './record.ts';

/** How many spans, log records or data points a request holds that a collector has taken. */
export function itemsOf({ signal, encoding, body }: Omit<FileRecord, 'at'>): number {
  // Of JSON there are only guesses.
  const wire = encoding === 'json' ? wireOf(signal, body) : body;
  return estimateItems(signal, wire, 'protobuf');
}

function wireOf(signal: FileRecord['signal'], json: Buffer): Buffer {
  const message = EXPORT_REQUESTS[signal];
  return (
    fastJsonToWire(message, json, Buffer.allocUnsafe(json.length)) ?? jsonToWire(message, json.toString())
  );
}
