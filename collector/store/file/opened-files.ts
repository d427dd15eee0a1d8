import { existsSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { setWalAside } from './set-aside.ts';

const NONE = 'none';

/**
 * Whether the files that a connection has open are still those that have their names. SQLite does not look in WAL mode: it
 * goes on writing into a file that nobody will ever find. Never opens them, since closing any handle of a file drops all
 * locks that the process has on it.
 */
export class OpenedFiles {
  readonly #name: string;
  readonly #file: string;
  readonly #opened: { readonly file: string | null; readonly log: string | null };

  /** Call while the database is open and has its log. `name`: what it was opened as, which may be a link to `file`. */
  constructor(name: string, file = name) {
    this.#name = name;
    this.#file = file;
    this.#opened = { file: databaseAt(file), log: identityOf(`${file}-wal`) };
  }

  /** Throws SQLite's own error for a moved file where a name leads elsewhere by now. Takes some 8 µs. */
  needAll(): void {
    const { file, log } = this.#opened;
    if (isStill(databaseAt(this.#name), file) && isStill(identityOf(`${this.#file}-wal`), log)) return;
    throw moved();
  }

  /** Call after closing. Sets aside a log that was left beside another database than its own, which would take it for its own. */
  closed(): void {
    const { file, log } = this.#opened;
    const now = databaseAt(this.#file);
    if (now === null || now === NONE || now === file || !isStill(identityOf(`${this.#file}-wal`), log))
      return;
    setWalAside(this.#file);
    rmSync(`${this.#file}-shm`, { force: true });
  }
}

/** Throws the same where a database that was there is gone: opening it would make an empty one, which nobody asked for. */
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
