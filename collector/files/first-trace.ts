import { FIRST, eachPlace } from '../decode/export-request.ts';
import { WireCursor } from '../decode/wire.ts';
import type { FileRecord } from './record.ts';

const TRACE_ID = /(?<!\\)"trace_?id"\s*:\s*"([0-9a-f]{32})"/i;
const TRACE_ID_BYTES = 16;

/** The first trace that an accepted request names, for showing it; null where it names none. */
export function firstTraceId({ signal, encoding, body }: Omit<FileRecord, 'at'>): string | null {
  if (signal !== 'traces') return null;
  if (encoding === 'json') return TRACE_ID.exec(body.toString())?.[1]?.toLowerCase() ?? null;
  let first: string | null = null;
  eachPlace(body, (item) => {
    const ids = new WireCursor(body, item.start, item.position);
    if (ids.next(FIRST) && ids.position - ids.start === TRACE_ID_BYTES)
      first = body.toString('hex', ids.start, ids.position);
    return first === null;
  });
  return first;
}
