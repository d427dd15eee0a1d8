import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { OWNER_ONLY } from '../../lib/owner-only.ts';

/** Beside the bundle, where the build has put it; the sources have none. */
const EMPTY = new URL('./empty.db', import.meta.url);

/**
 * Begins a database that is not there yet as a copy of an empty one of this version: to make it in its place takes all
 * migrations and eight waits for the disk, one after the other. Does nothing where there is one, or something of one: its log
 * would be taken for that of the copy. It is then on the disk, though its name may not be yet.
 */
export function copyEmptyDatabase(file: string, empty: string | URL = EMPTY): void {
  const isThere = [file, `${file}-wal`, `${file}-journal`].some((part) => existsSync(part));
  if (isThere || !existsSync(empty)) return;
  const copy = `${file}.new`;
  // Not copied as a file: an installed one may be read-only.
  writeFileSync(copy, readFileSync(empty), { mode: OWNER_ONLY, flush: true });
  renameSync(copy, file);
}
