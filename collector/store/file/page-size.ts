import type { Database } from 'better-sqlite3';
import { readInto } from './read-into.ts';

/** The size of pages of files that we make. Those that versions before 2026-12 made keep SQLite's usual 4096. */
export const PAGE_BYTES = 8192;
/** All sizes that files of ours may have. */
export const PAGE_SIZES = [PAGE_BYTES, 4096];

/** One entry of the pointer map: the kind of a page, and the page that leads to it; this is the root of a table. */
const ROOT_ENTRY = Buffer.from([1, 0, 0, 0, 0]);

/** The size of pages of an open database, which an earlier version may have made. */
export const pageBytesOf = (database: Database): number =>
  database.pragma('page_size', { simple: true }) as number;

/** Has an effect only before the first page is written; later calls change nothing. */
export function setPages(database: Database, pageBytes = PAGE_BYTES): void {
  database.pragma(`page_size = ${pageBytes}`);
  // Deleted rows give their pages back in small steps.
  database.pragma('auto_vacuum = INCREMENTAL');
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
