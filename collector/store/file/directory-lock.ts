import { lstatSync, truncateSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { databaseFile, linkedFile, lostLinkOf } from '../../lib/database-file.ts';
import { DirectoryInUseError, notWritable } from '../../lib/directory-errors.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { keepToOwner, makeForOwner } from '../../lib/owner-only.ts';

/** A data directory that this process has, until it is closed. */
export interface DirectoryLock {
  close(): void;
}

/** Commands that look whether the directory is free hold it for a moment, as an export that finds the database up to date. */
export const LOCK_PATIENCE_MS = 2000;

/**
 * Makes the directory and takes it for this process: the writer keeps ids and totals in memory, so there must be one.
 * The lock is a transaction that is never ended, which the system drops with the process, however it dies. Throws a
 * DirectoryInUseError where another has it for longer than `patienceMs`; until then nothing else runs in this thread.
 * A database that is a link may be that of another directory, too: it is taken where it lies as well.
 */
export function lockDirectory(dataDirectory: string, patienceMs = LOCK_PATIENCE_MS): DirectoryLock {
  const lock = take(lockIn(dataDirectory), dataDirectory, patienceMs);
  try {
    const elsewhere = lockOfLinked(databaseFile(dataDirectory));
    if (elsewhere === null) return lock;
    const other = take(elsewhere, dataDirectory, patienceMs);
    return {
      close: () => {
        other.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

const lockIn = (folder: string): string => path.join(folder, 'lock.db');

/** The lock beside the file that `name` links to; null where it is no link, or a broken one, which opening it reports. */
function lockOfLinked(name: string): string | null {
  const file = lostLinkOf(name) === null ? linkedFile(name) : name;
  if (file === name) return null;
  const folder = path.dirname(file);
  // A data directory has one lock; elsewhere several databases may share a folder.
  return file === databaseFile(folder) ? lockIn(folder) : `${file}-lock`;
}

/**
 * What the file holds is worth nothing: where that keeps it from being a lock it is emptied, not deleted, since another may have taken
 * it meanwhile. SQLite reads it only where nobody has.
 */
function take(file: string, dataDirectory: string, patienceMs: number): DirectoryLock {
  try {
    return takeAsItIs(file, dataDirectory, patienceMs);
  } catch (error) {
    if (!isWorthless(error) || !lstatSync(file).isFile()) throw error;
    truncateSync(file);
    return takeAsItIs(file, dataDirectory, patienceMs);
  }
}

/** SQLite's codes for a file that is no database, or a damaged one. */
const WORTHLESS = /^SQLITE_(?:NOTADB|CORRUPT)/;
const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code);
const isWorthless = (error: unknown): boolean => WORTHLESS.test(codeOf((error as Error).cause));

function takeAsItIs(file: string, dataDirectory: string, patienceMs: number): DirectoryLock {
  let lock: Database.Database;
  try {
    makeFolder(path.dirname(file));
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
    if (WORTHLESS.test(codeOf(cause)))
      throw new Error(`${file} is no lock (${codeOf(cause)}): stop whatever uses it and delete it`, {
        cause,
      });
    if (codeOf(cause) !== 'SQLITE_BUSY') throw notWritable(dataDirectory, cause);
    throw new DirectoryInUseError(dataDirectory, { cause });
  }
}
