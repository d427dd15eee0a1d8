import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { pageBytesOf } from '../file/page-size.ts';
import { truncateWal } from '../file/truncate-wal.ts';

const MEBIBYTE = 1024 * 1024;

/** Moved from so many bytes on, some tens of milliseconds of writing, and not earlier: a page that changes often is then moved once. */
const WORTH_MOVING = 12 * MEBIBYTE;

/**
 * A log begins anew only with a commit before which all of it had been moved, and else grows until the writing thread moves the rest by
 * itself, which its next commit waits for: from so many bytes on whatever comes is moved at once.
 */
const LONG = 16 * MEBIBYTE;
/** While much is written back to back, a move never comes to the end: what can wait is to leave it a moment. */
const TOO_LONG = 20 * MEBIBYTE;
/**
 * Bytes in the log at which the writing thread moves them itself, which only a flood without a gap comes to. Several commits of
 * the largest size, so that the helper has moved most of them by then.
 */
const LAST_RESORT = 32 * MEBIBYTE;

/** The same in pages of this file, as SQLite counts. */
export const lastResortPages = (database: Database): number => LAST_RESORT / pageBytesOf(database);

/** The size that an idle log's file may keep: growing it again costs more. */
const KEPT = 4 * MEBIBYTE;

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
  const pageBytes = pageBytesOf(database);
  return () => {
    try {
      const { log, checkpointed } = state.get()!;
      const bytes = log * pageBytes;
      return bytes >= TOO_LONG && bytes < LAST_RESORT && checkpointed < log ? checkpointed : null;
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
  readonly #pageBytes: number;
  #failed = false;

  /** `areFilesStill`: where they are not, nothing is moved; who writes refuses to by then, and says why. */
  constructor(database: Database, onFailure: (error: unknown) => void, areFilesStill = (): boolean => true) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#areFilesStill = areFilesStill;
    this.#pageBytes = pageBytesOf(database);
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
      if (!before || !this.#isWorthMoving(before)) return false;
      const after = this.#move.get();
      this.#failed = false;
      return after !== undefined && after.checkpointed > before.checkpointed;
    } catch (error) {
      if (!this.#failed) this.#onFailure(error);
      this.#failed = true;
      return false;
    }
  }

  #isWorthMoving({ log, checkpointed }: LogState): boolean {
    const unmoved = (log - checkpointed) * this.#pageBytes;
    return log * this.#pageBytes < LONG ? unmoved >= WORTH_MOVING : unmoved > 0;
  }

  /** Whether the log's file is larger than one that is not being written to should be. */
  get isLong(): boolean {
    const file = statSync(`${this.#database.name}-wal`, { throwIfNoEntry: false });
    return file !== undefined && file.size > KEPT;
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
