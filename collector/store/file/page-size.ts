import type { Database } from 'better-sqlite3';
import { readInto } from './read-into.ts';

/** Of the files that we make. Those of versions before 2026-12 keep SQLite's usual 4096. */
export const PAGE_BYTES = 8192;
/** What files of ours may have. */
export const PAGE_SIZES = [PAGE_BYTES, 4096];

const PAGE_SIZE_AT = 16;
/** One entry of the pointer map: the kind of a page, and the page that leads to it; this is the root of a table. */
const ROOT_ENTRY = Buffer.from([1, 0, 0, 0, 0]);

/** Of this file, which an earlier version may have made. */
export const pageBytesOf = (database: Database): number =>
  database.pragma('page_size', { simple: true }) as number;

/** Has an effect before the first page is written only, and may be repeated later. */
export function setPages(database: Database, pageBytes = PAGE_BYTES): void {
  database.pragma(`page_size = ${pageBytes}`);
  // Deleted rows give their pages back in small steps.
  database.pragma('auto_vacuum = INCREMENTAL');
}

/** As the header of a file says, which begins with it. */
export function pageBytesIn(header: Buffer): number {
  const size = header.readUInt16BE(PAGE_SIZE_AT);
  return size === 1 ? 65_536 : size;
}

/**
 * How large the pages of a file are, whatever its header says: with auto_vacuum the second one tells of those after it what they
 * are, and the third is always the root of a table. Null where none of our sizes fits.
 */
export function mappedPageBytes(file: string): number | null {
  const entry = Buffer.alloc(ROOT_ENTRY.length);
  const isMapAt = (place: number): boolean => {
    readInto(entry, file, place);
    return entry.equals(ROOT_ENTRY);
  };
  return PAGE_SIZES.find(isMapAt) ?? null;
}
