import { crc32 } from 'node:zlib';

/** Lists that are walked by cursor; a cursor of one is none of another. */
const CURSOR_LISTS = ['traces', 'spans', 'sessions', 'session-traces'] as const;
export type CursorList = (typeof CURSOR_LISTS)[number];

/**
 * A place in a list that rows never leave: rows are listed by `key` (the start in nanoseconds that a row was first stored
 * with), then `tie` (a span id, else 16 zeros), then `id`, all descending. Rows with ids past `bound` came after the walk
 * had begun and are no part of it.
 */
export interface Place {
  readonly bound: number;
  readonly key: bigint;
  readonly tie: string;
  readonly id: number;
}

export const NO_TIE = '0'.repeat(16);

const CHECKED_BYTES = 33;
const BYTES = CHECKED_BYTES + 4;

/** Opaque to clients. The checksum tells our cursors from any other text. */
export function writeCursor(list: CursorList, place: Place): string {
  const bytes = Buffer.alloc(BYTES);
  bytes.writeUInt8(CURSOR_LISTS.indexOf(list), 0);
  bytes.writeBigInt64BE(place.key, 1);
  bytes.writeBigInt64BE(BigInt(place.bound), 9);
  bytes.writeBigInt64BE(BigInt(place.id), 17);
  bytes.write(place.tie, 25, 8, 'hex');
  bytes.writeUInt32BE(crc32(bytes.subarray(0, CHECKED_BYTES)), CHECKED_BYTES);
  return bytes.toString('base64url');
}

/** The place that a cursor of this list stands for; undefined for anything else. */
export function readCursor(list: CursorList, text: string): Place | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Node reads base64 of many forms: only the one that was written is a cursor.
  if (bytes.length !== BYTES || bytes.toString('base64url') !== text) return undefined;
  if (bytes.readUInt32BE(CHECKED_BYTES) !== crc32(bytes.subarray(0, CHECKED_BYTES))) return undefined;
  if (bytes.readUInt8(0) !== CURSOR_LISTS.indexOf(list)) return undefined;
  return {
    key: bytes.readBigInt64BE(1),
    bound: Number(bytes.readBigInt64BE(9)),
    id: Number(bytes.readBigInt64BE(17)),
    tie: bytes.toString('hex', 25, 33),
  };
}
