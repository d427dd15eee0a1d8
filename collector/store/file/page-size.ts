import type { Database } from 'better-sqlite3';

/** Of the files that we make. Those of versions before 2026-12 keep SQLite's usual 4096. */
export const PAGE_BYTES = 8192;
/** What files of ours may have. */
export const PAGE_SIZES = [PAGE_BYTES, 4096];

/** Of this file, which an earlier version may have made. */
export const pageBytesOf = (database: Database): number =>
  database.pragma('page_size', { simple: true }) as number;

/** Has an effect before the first page is written only, and may be repeated later. */
export function setPages(database: Database, pageBytes = PAGE_BYTES): void {
  database.pragma(`page_size = ${pageBytes}`);
  // Deleted rows give their pages back in small steps.
  database.pragma('auto_vacuum = INCREMENTAL');
}
