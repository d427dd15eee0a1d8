import { spansInChunk } from '../chunks/chunks.ts';
import type { ReadableDatabase } from '../file/database.ts';
import { hasChecksum, unpack } from '../packing/unpack.ts';

/** What only decoding tells of bytes that may have changed on the disk. */
export interface ContentChecks {
  readonly isSpan: (raw: Buffer) => boolean;
  readonly isLog: (raw: Buffer) => boolean;
}
/** For callers that look no further than what can be unpacked. */
export const NO_CONTENT_CHECKS: ContentChecks = { isSpan: () => true, isLog: () => true };

interface StoredChunk {
  readonly id: number;
  readonly previews: Buffer | null;
  readonly data: Buffer;
}
interface RawRow {
  readonly start: number;
  readonly size: number;
  readonly isSpan: 0 | 1;
}

/**
 * Names the chunks of which something can't be read. What is in those with a checksum is what was packed; in those of earlier
 * versions each span and log record is looked at.
 */
export function* wrongChunks(
  database: ReadableDatabase,
  checks: ContentChecks,
  step: () => void,
): Generator<string> {
  const chunks = database.prepare<[], StoredChunk>('SELECT id, previews, data FROM chunks');
  const rows = database.prepare<{ id: number }, RawRow>(
    `SELECT chunk_offset AS start, raw_size AS size, 1 AS isSpan FROM spans WHERE ${spansInChunk(':id')}
     UNION ALL SELECT chunk_offset, raw_size, 0 FROM log_records WHERE chunk = :id`,
  );
  for (const chunk of chunks.iterate()) {
    step();
    const isRight =
      chunk.id <= 0 || (canUnpack(chunk.previews) && holds(chunk.data, rows.all({ id: chunk.id }), checks));
    if (!isRight) yield `chunk ${chunk.id}`;
  }
}

function canUnpack(packed: Buffer | null): boolean {
  return packed === null || unpacked(packed) !== null;
}

function holds(data: Buffer, rows: readonly RawRow[], { isSpan, isLog }: ContentChecks): boolean {
  const bytes = unpacked(data);
  if (bytes === null) return false;
  const isChecked = hasChecksum(data);
  return rows.every((row) => {
    const end = row.start + row.size;
    if (end > bytes.length || isChecked) return end <= bytes.length;
    return (row.isSpan ? isSpan : isLog)(bytes.subarray(row.start, end));
  });
}

/** Null for what can't be unpacked. */
function unpacked(data: Buffer): Buffer | null {
  try {
    return unpack(data);
  } catch {
    return null;
  }
}
