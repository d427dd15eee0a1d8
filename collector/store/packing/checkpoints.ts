import type { Database } from 'better-sqlite3';

/** What the log may hold before it is moved: 4 MB, some ten milliseconds of writing. */
const PAGES = 1000;

interface LogState {
  /** Pages in the log; -1 where there is none. */
  readonly log: number;
  readonly checkpointed: number;
}

/** Moves committed pages from the write-ahead log into the database file, beside the thread that writes. */
export class Checkpoints {
  readonly #state;
  readonly #move;
  readonly #onFailure: (error: unknown) => void;
  #failed = false;

  constructor(database: Database, onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
    this.#state = database.prepare<[], LogState>('PRAGMA wal_checkpoint(NOOP)');
    this.#move = database.prepare<[], LogState>('PRAGMA wal_checkpoint(PASSIVE)');
  }

  /**
   * Answers whether anything was moved: what an old reader still needs stays where it is. A failure is told once until it
   * works again; the log keeps what it has, and the writing thread tries as well when the log has grown large.
   */
  moveSome(): boolean {
    try {
      const before = this.#state.get();
      if (!before || before.log - before.checkpointed < PAGES) return false;
      const after = this.#move.get();
      this.#failed = false;
      return after !== undefined && after.checkpointed > before.checkpointed;
    } catch (error) {
      if (!this.#failed) this.#onFailure(error);
      this.#failed = true;
      return false;
    }
  }
}
