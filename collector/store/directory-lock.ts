import path from 'node:path';
import Database from 'better-sqlite3';
import { DirectoryInUseError, notWritable } from '../lib/directory-errors.ts';
import { makeFolder } from '../lib/make-folder.ts';
import { keepToOwner, makeForOwner } from '../lib/owner-only.ts';

/** A data directory that this process has, until it is closed. */
export type DirectoryLock = Pick<Database.Database, 'close'>;

/** Commands that look whether the directory is free hold it for a moment, as an export that finds the database up to date. */
export const LOCK_PATIENCE_MS = 2000;

/**
 * Makes the directory and takes it for this process: the writer keeps ids and totals in memory, so there must be one.
 * The lock is a transaction that is never ended, which the system drops with the process, however it dies. Throws a
 * DirectoryInUseError where another has it for longer than `patienceMs`; until then nothing else runs in this thread.
 */
export function lockDirectory(dataDirectory: string, patienceMs = LOCK_PATIENCE_MS): DirectoryLock {
  let lock: Database.Database;
  try {
    makeFolder(dataDirectory);
    const file = path.join(dataDirectory, 'lock.db');
    makeForOwner(file);
    keepToOwner(file);
    lock = new Database(file, { timeout: patienceMs });
  } catch (cause) {
    throw notWritable(dataDirectory, cause);
  }
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    if ((cause as { code?: string }).code !== 'SQLITE_BUSY') throw notWritable(dataDirectory, cause);
    throw new DirectoryInUseError(dataDirectory, { cause });
  }
}
