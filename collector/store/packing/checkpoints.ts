import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { truncateWal } from '../truncate-wal.ts';

/** Moved at 12 MB, some tens of milliseconds of writing, and not earlier: a page that changes often is then moved once. */
const PAGES = 3000;

/**
 * A log begins anew only with a commit before which all of it had been moved, and else grows until the writing thread moves the rest by
 * itself, which its next commit waits for: from so many pages on whatever comes is moved at once.
 */
const LONG = 4096;
/** While much is written back to back, a move never comes to the end: what can wait is to leave it a moment. */
const TOO_LONG = 5120;

/** The size that an idle log's file may keep: growing it again costs more. */
const KEPT_BYTES = 4 * 1024 * 1024;

interface LogState {
  /** Pages in the log; -1 where there is none. */
  readonly log: number;
  readonly checkpointed: number;
}

const STATE = 'PRAGMA wal_checkpoint(NOOP)';

/** Tells whether the log of `database` can't be moved as fast as it is written. */
export function logWatch(database: Database): () => boolean {
  const state = database.prepare<[], LogState>(STATE);
  return () => {
    try {
      const { log, checkpointed } = state.get()!;
      return log >= TOO_LONG && checkpointed < log;
    } catch {
      // Nobody is to wait for a database that fails: the next transaction tells what is wrong with it.
      return false;
    }
  };
}

/** Moves committed pages from the write-ahead log into the database file, beside the thread that writes. */
export class Checkpoints {
  readonly #database: Database;
  readonly #state;
  readonly #move;
  readonly #onFailure: (error: unknown) => void;
  #failed = false;

  constructor(database: Database, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#state = database.prepare<[], LogState>(STATE);
    this.#move = database.prepare<[], LogState>('PRAGMA wal_checkpoint(PASSIVE)');
  }

  /**
   * Answers whether anything was moved: what an old reader still needs stays where it is. A failure is told once until it
   * works again; the log keeps what it has, and the writing thread tries as well when the log has grown large.
   */
  moveSome(): boolean {
    try {
      const before = this.#state.get();
      if (!before || before.log - before.checkpointed < (before.log < LONG ? PAGES : 1)) return false;
      const after = this.#move.get();
      this.#failed = false;
      return after !== undefined && after.checkpointed > before.checkpointed;
    } catch (error) {
      if (!this.#failed) this.#onFailure(error);
      this.#failed = true;
      return false;
    }
  }

  /** Whether the log's file is larger than one that is not being written to should be. */
  get isLong(): boolean {
    const file = statSync(`${this.#database.name}-wal`, { throwIfNoEntry: false });
    return file !== undefined && file.size > KEPT_BYTES;
  }

  /** Moves all there is and empties the log's file. Waits for nobody: while anyone reads or writes it stays as it is. */
  cut(): void {
    try {
      // To empty it keeps writers out, who need not wait for what can be moved beside them.
      this.#move.get();
      truncateWal(this.#database);
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) this.#onFailure(error);
      this.#failed = true;
    }
  }
}
