import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { setAsideName, setLogAside } from './set-aside.ts';

const NONE = 'none';

/**
 * Whether the files that a connection has open are still those that have their names. SQLite does not look in WAL mode: it
 * goes on writing into a file that nobody will ever find. Never opens them, since closing any handle of a file drops all
 * locks that the process has on it.
 */
export class OpenedFiles {
  readonly #name: string;
  readonly #file: string;
  readonly #opened: {
    readonly file: string | null;
    readonly log: string | null;
    readonly shared: string | null;
  };

  /** Call while the database is open and has its log. `name`: what it was opened as, which may be a link to `file`. */
  constructor(name: string, file = name) {
    this.#name = name;
    this.#file = file;
    this.#opened = {
      file: databaseAt(file),
      log: identityOf(`${file}-wal`),
      shared: identityOf(`${file}-shm`),
    };
  }

  /** Throws SQLite's own error for a moved file where they are not in place. Takes some 12 µs. */
  needInPlace(): void {
    if (!this.areInPlace) throw moved();
  }

  get areInPlace(): boolean {
    const { file, log } = this.#opened;
    return (
      isStill(databaseAt(this.#name), file) &&
      isStill(identityOf(`${this.#file}-wal`), log) &&
      this.#isStillShared
    );
  }

  /**
   * Whether other programs share our memory about the log (`-shm`). Where that file is gone they make one of their own, move
   * the log into the database and begin it anew beside us. Whoever has the database open has that file: where it was missing from the
   * first it had been deleted under another connection of this process, whose memory we share.
   */
  get #isStillShared(): boolean {
    const now = identityOf(`${this.#file}-shm`);
    return now !== NONE && isStill(now, this.#opened.shared);
  }

  /**
   * Closes the database with `close`. Where its shared memory is no longer ours the log is left as it is, for the next start to read
   * anew: SQLite would move pages by what that memory says of a log that may be another by now.
   */
  closeWith(close: () => void): void {
    const { file, log } = this.#opened;
    const wasEmptied = identityOf(this.#file) === file && databaseAt(this.#file) === NONE;
    const isOurs = identityOf(this.#file) === file && isStill(identityOf(`${this.#file}-wal`), log);
    const guard = isOurs && !this.#isStillShared ? holdOpen(this.#file) : null;
    try {
      close();
    } finally {
      guard?.close();
    }
    if (wasEmptied && databaseAt(this.#file) !== NONE) this.#setPartAside();
    else this.#setLeftLogAside();
  }

  /**
   * Where somebody had emptied the file, closing it wrote into it what the log held: a part of a database, which no start can go on
   * with, but a repair may read.
   */
  #setPartAside(): void {
    const name = setAsideName(this.#file);
    setLogAside(this.#file, name);
    renameSync(this.#file, name);
    rmSync(`${this.#file}-shm`, { force: true });
  }

  /** Where another database has the file's name by now, our log lies beside it and would be taken for its. */
  #setLeftLogAside(): void {
    const { file, log } = this.#opened;
    const now = databaseAt(this.#file);
    if (now === null || now === NONE || now === file || !isStill(identityOf(`${this.#file}-wal`), log))
      return;
    setLogAside(this.#file);
    rmSync(`${this.#file}-shm`, { force: true });
  }
}

/**
 * A connection that only reads, beside which one that writes closes without moving the log; closing this one moves nothing
 * either. Null where there can be none.
 */
function holdOpen(file: string): Database.Database | null {
  let guard: Database.Database | undefined;
  try {
    guard = new Database(file, { readonly: true });
    guard.exec('BEGIN; SELECT COUNT(*) FROM sqlite_schema');
  } catch {
    // It holds its lock all the same: SQLite has opened the log before it found it to be another.
  }
  return guard ?? null;
}

/** Throws what `needInPlace` does where a database that was there is gone: opening it would make an empty one, which nobody asked for. */
export function needDatabase(file: string): void {
  if (!existsSync(file)) throw moved();
}

const moved = (): Error =>
  new Database.SqliteError(
    'the database file was moved, deleted or replaced after it had been opened',
    'SQLITE_READONLY_DBMOVED',
  );

const isStill = (now: string | null, opened: string | null): boolean =>
  now === opened || now === null || opened === null;

/** An emptied file counts as none: the next start would set aside what the log still holds. */
const databaseAt = (file: string): string | null => identityOf(file, 1n);

/** Null where it is unknown, as in a folder that may not be read: the file need not be gone. */
function identityOf(file: string, atLeastBytes = 0n): string | null {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stat === undefined || stat.size < atLeastBytes ? NONE : `${stat.dev}/${stat.ino}`;
  } catch {
    return null;
  }
}
