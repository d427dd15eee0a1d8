import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';

const OVERFLOW_OR_DATA = 'SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno';

export const fileOf = (dataDir: string): string => path.join(dataDir, 'tracedeck.db');

/** Puts all of a stopped collector's database into the one file. */
export function checkpoint(dataDir: string): void {
  const database = new Database(fileOf(dataDir));
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Pages of a table or index by what they are to it: its leaves, what leads to them, what is too long for them. */
export function pagesOf(dataDir: string, name: string, type: 'leaf' | 'internal' | 'overflow'): number[] {
  checkpoint(dataDir);
  const database = new Database(fileOf(dataDir), { readonly: true });
  try {
    return database.prepare<[string, string], number>(OVERFLOW_OR_DATA).pluck().all(name, type);
  } finally {
    database.close();
  }
}

/** Overwrites a page, or its end, as a failing disk would. Number 1 is the first. */
export function overwritePage(
  dataDir: string,
  page: number | undefined,
  { byte = 0xa5, from = 0 } = {},
): void {
  if (page === undefined) throw new Error('there is no such page');
  const size = pageBytes(dataDir);
  const handle = openSync(fileOf(dataDir), 'r+');
  writeSync(handle, Buffer.alloc(size - from, byte), 0, size - from, (page - 1) * size + from);
  closeSync(handle);
}

export const pageCount = (dataDir: string): number => statSync(fileOf(dataDir)).size / pageBytes(dataDir);

/** As the header says: 4096 where an earlier version made the file. */
export function pageBytes(dataDir: string): number {
  const said = Buffer.alloc(2);
  const handle = openSync(fileOf(dataDir), 'r');
  readSync(handle, said, 0, 2, 16);
  closeSync(handle);
  return said.readUInt16BE();
}

/** Changes the bytes of a span in its chunk, packed as versions without a checksum did. */
export function changeRaw(dataDir: string, spanId: string, change: (raw: Buffer) => void): void {
  const database = new Database(fileOf(dataDir));
  const span = database.prepare<[string], { chunk: number; from: number; size: number; data: Buffer }>(
    `SELECT chunk, chunk_offset AS "from", raw_size AS size, data FROM spans
     JOIN chunks ON chunks.id = chunk WHERE span_id = ?`,
  );
  const { chunk, from, size, data } = span.get(spanId)!;
  const bytes = zstdDecompressSync(data);
  change(bytes.subarray(from, from + size));
  database.prepare('UPDATE chunks SET data = ? WHERE id = ?').run(zstdCompressSync(bytes), chunk);
  database.close();
}
