import path from 'node:path';
import Database from 'better-sqlite3';
import { databaseFile, linkedFile, lostLinkOf, needDatabaseIn } from '../../lib/database-file.ts';
import { DirectoryInUseError } from '../../lib/directory-errors.ts';
import { fileSize } from '../../lib/file-size.ts';
import { keepToOwner, letOwnerWrite, makeForOwner } from '../../lib/owner-only.ts';
import { LOCK_PATIENCE_MS, lockDirectory, type DirectoryLock } from './directory-lock.ts';
import { copyEmptyDatabase } from './empty-database.ts';
import { faultOf, whyNotOpened } from '../faults.ts';
import { formatOf, migrate, newestFormat, whyLeftAlone } from './migrate.ts';
import { needDatabase, OpenedFiles } from './opened-files.ts';
import { setPages } from './page-size.ts';
import { finishReplacing } from './replacing.ts';
import { setForeignLogAside, setLogAside } from './set-aside.ts';

declare const writing: unique symbol;
declare const reading: unique symbol;
/**
 * The one connection that may write, of whoever holds the lock of the directory: the ingest thread, or where no collector
 * runs a repair or an export, which brings the database up to date.
 */
export type WritableDatabase = Database.Database & {
  readonly [writing]: true;
  readonly files: OpenedFiles;
  /** Whether its log was not empty: the process that last had it open did not close it. */
  readonly hadWal: boolean;
};
/** A connection that can't write. */
export type ReadableDatabase = Database.Database & { readonly [reading]: true };
/** For code that only reads, on either. */
export type AnyDatabase = ReadableDatabase | WritableDatabase;

/** What the write-ahead log's file is cut to when the log begins anew. */
export const MAX_LOG_BYTES = 64 * 1024 * 1024;

/**
 * Opens the database for writing, making and migrating it. WAL with synchronous NORMAL: a commit survives the death of
 * the process (kill -9), though not a power cut within the last moments; `full` survives both.
 */
export function openForWriting(
  dataDirectory: string,
  synchronous: 'normal' | 'full',
  lockPatienceMs = LOCK_PATIENCE_MS,
): WritableDatabase {
  const lock = lockDirectory(dataDirectory, lockPatienceMs);
  const name = databaseFile(dataDirectory);
  const { database, hadWal } = openFile(name, lock, synchronous);
  const close = database.close.bind(database);
  let files: OpenedFiles | undefined;
  database.close = () => {
    if (files === undefined) close();
    else files.closeWith(close);
    lock.close();
    return database;
  };
  try {
    const why = whyLeftAlone(database);
    if (why !== null) throw new Error(why);
    setPages(database);
    database.pragma('journal_mode = WAL');
    // What is deleted leaves the pages that it was in; pages that get free are given back.
    database.pragma('secure_delete = FAST');
    // A log that a long reader has let grow is cut when it is used again from its start.
    database.pragma(`journal_size_limit = ${MAX_LOG_BYTES}`);
    database.pragma(`synchronous = ${synchronous}`);
    database.pragma('cache_size = -16000');
    database.pragma('temp_store = memory');
    migrate(database);
    // Made by an earlier version; SQLite makes the others as the database itself is.
    for (const end of ['', '-wal', '-shm']) keepToOwner(`${database.name}${end}`);
  } catch (error) {
    database.close();
    throw new Error(whyNotOpened(error, database.name), { cause: error });
  }
  files = new OpenedFiles(name, database.name);
  return Object.assign(database, { files, hadWal }) as WritableDatabase;
}

/** As `openForWriting`, for a process that had it open before: refuses to make a new database where that one is gone. */
export function openAgainForWriting(dataDirectory: string, synchronous: 'normal' | 'full'): WritableDatabase {
  needDatabase(databaseFile(dataDirectory));
  return openForWriting(dataDirectory, synchronous);
}

/** Follows `name` where it is a link, and opens the file under its own name, beside which its log lies. */
function openFile(
  name: string,
  lock: DirectoryLock,
  synchronous: 'normal' | 'full',
): { readonly database: Database.Database; readonly hadWal: boolean } {
  try {
    finishReplacing(path.dirname(name));
    const lost = lostLinkOf(name);
    // No new database in its place: the disk that the link leads to may come back.
    if (lost !== null) throw new Error(`it is a link to ${lost}, which is not there`);
    const file = linkedFile(name);
    const hadWal = fileSize(`${file}-wal`) > 0;
    // SQLite would delete what the log of a lost file still holds.
    if (fileSize(file) === 0) setLogAside(file);
    setForeignLogAside(file);
    // With `full` SQLite makes it, which has the file's name on the disk before anything is acknowledged; a copy may not.
    if (synchronous === 'normal') copyEmptyDatabase(file);
    makeForOwner(file);
    for (const end of ['-wal', '-shm']) letOwnerWrite(`${file}${end}`, file);
    return { database: new Database(file, { timeout: 5000 }), hadWal };
  } catch (cause) {
    lock.close();
    const why =
      faultOf(cause) === 'disk_full'
        ? whyNotOpened(cause, name)
        : `${name} can't be opened (${String(cause)}): choose another folder with --data-dir`;
    throw new Error(why, { cause });
  }
}

/**
 * Opens a database of this version's format to read, whether a collector runs on it or not: where none does, it may be of an
 * older version and is brought up to this one first. Throws, in one line, where there is none, and where a collector of
 * another version has it.
 */
export function openBesideCollector(dataDirectory: string): ReadableDatabase {
  needDatabaseIn(dataDirectory);
  // Whoever writes into it has brought it up to date, or has just begun to.
  for (const lockPatienceMs of [0, LOCK_PATIENCE_MS]) {
    try {
      openForWriting(dataDirectory, 'normal', lockPatienceMs).close();
    } catch (error) {
      if (!(error instanceof DirectoryInUseError)) throw error;
    }
    const database = openForReading(dataDirectory);
    const why = whyLeftAlone(database);
    if (why === null && formatOf(database) === newestFormat()) return database;
    database.close();
    if (why !== null) throw new Error(why);
  }
  throw new Error(
    `another Tracedeck is using the data directory ${dataDirectory} and has not brought its database up to this version: stop it if it is an older one, else try again later`,
  );
}

/**
 * Opens a database that `openForWriting` has made, to move what its log holds into the file and for nothing else: this is
 * the one thing that another thread may do beside the one that writes.
 */
export function openForCheckpoints(
  dataDirectory: string,
): Database.Database & { readonly files: OpenedFiles } {
  const name = databaseFile(dataDirectory);
  const database = new Database(name, { fileMustExist: true, timeout: 5000 });
  return Object.assign(database, { files: new OpenedFiles(name, linkedFile(name)) });
}

/** Opens a database that `openForWriting` has made. */
export function openForReading(dataDirectory: string): ReadableDatabase {
  const database = new Database(databaseFile(dataDirectory), { readonly: true, timeout: 5000 });
  database.pragma('query_only = true');
  database.pragma('cache_size = -16000');
  database.pragma('temp_store = memory');
  return database as ReadableDatabase;
}
