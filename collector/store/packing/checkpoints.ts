import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { truncateWal } from '../file/truncate-wal.ts';

/** Moved at 12 MB, some tens of milliseconds of writing, and not earlier: a page that changes often is then moved once. */
const PAGES = 3000;

/**
 * A log begins anew only with a commit before which all of it had been moved, and else grows until the writing thread moves the rest by
 * itself, which its next commit waits for: from so many pages on whatever comes is moved at once.
 */
const LONG = 4096;
/** While much is written back to back, a move never comes to the end: what can wait is to leave it a moment. */
const TOO_LONG = 5120;
/**
 * Pages in the log at which the writing thread moves them itself: 32 MB, which only a flood without a gap comes to. Several
 * commits of the largest size, so that the helper has moved most of them by then.
 */
export const LAST_RESORT_PAGES = 8192;

/** The size that an idle log's file may keep: growing it again costs more. */
const KEPT_BYTES = 4 * 1024 * 1024;

interface LogState {
  /** Pages in the log; -1 where there is none. */
  readonly log: number;
  readonly checkpointed: number;
}

const STATE = 'PRAGMA wal_checkpoint(NOOP)';

/**
 * Tells how many pages of the log of `database` have been moved while that can't be done as fast as it is written; null where it can,
 * and where the log has grown so long that no wait keeps it from the writing thread.
 */
export function logWatch(database: Database): () => number | null {
  const state = database.prepare<[], LogState>(STATE);
  return () => {
    try {
      const { log, checkpointed } = state.get()!;
      return log >= TOO_LONG && log < LAST_RESORT_PAGES && checkpointed < log ? checkpointed : null;
    } catch {
      // Nobody is to wait for a database that fails: the next transaction tells what is wrong with it.
      return null;
    }
  };
}

/** Moves committed pages from the write-ahead log into the database file, beside the thread that writes. */
export class Checkpoints {
  readonly #database: Database;
  readonly #state;
  readonly #move;
  readonly #onFailure: (error: unknown) => void;
  readonly #areFilesStill: () => boolean;
  #failed = false;

  /** `areFilesStill`: where they are not, nothing is moved; who writes refuses to by then, and says why. */
  constructor(database: Database, onFailure: (error: unknown) => void, areFilesStill = (): boolean => true) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#areFilesStill = areFilesStill;
    this.#state = database.prepare<[], LogState>(STATE);
    this.#move = database.prepare<[], LogState>('PRAGMA wal_checkpoint(PASSIVE)');
  }

  /**
   * Answers whether anything was moved: what an old reader still needs stays where it is. A failure is told once until it
   * works again; the log keeps what it has, and the writing thread tries as well when the log has grown large.
   */
  moveSome(): boolean {
    try {
      if (!this.#areFilesStill()) return false;
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
      if (!this.#areFilesStill()) return;
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
