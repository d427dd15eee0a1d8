import { FIRST, SECOND, fieldsOf } from '../decode/export-request.ts';
import type { FileRecord } from './record.ts';

const TRACE_ID = /(?<!\\)"trace_?id"\s*:\s*"([0-9a-f]{32})"/i;
const TRACE_ID_BYTES = 16;

/** The first trace that an accepted request names, for showing it; null where it names none. */
export function firstTraceId({ signal, encoding, body }: Omit<FileRecord, 'at'>): string | null {
  if (signal !== 'traces') return null;
  if (encoding === 'json') return TRACE_ID.exec(body.toString())?.[1]?.toLowerCase() ?? null;
  const items = fieldsOf(body, 0, body.length, FIRST)
    .flatMap(([start, end]) => fieldsOf(body, start, end, SECOND))
    .flatMap(([start, end]) => fieldsOf(body, start, end, SECOND));
  for (const [start, end] of items) {
    const [id] = fieldsOf(body, start, end, FIRST);
    if (id && id[1] - id[0] === TRACE_ID_BYTES) return body.toString('hex', id[0], id[1]);
  }
  return null;
}
