import type { WritableDatabase } from '../database.ts';
import { truncateWal } from '../truncate-wal.ts';

/** How long one step may hold up what waits to be stored, the piece that was begun on top. */
const STEP_MS = 4;
/** Pages given back in one piece. */
const PIECE = 32;
/** Of all. */
const MANY = 1 / 16;

/**
 * Gives free pages back to the file system, in steps between two commits: the file gets shorter when the log is
 * emptied. Only for files that were made with auto_vacuum, which all of this version are; others keep theirs for new rows.
 */
export class FreePages {
  readonly #database: WritableDatabase;
  readonly #isPossible: boolean;

  constructor(database: WritableDatabase) {
    this.#database = database;
    this.#isPossible = this.#number('auto_vacuum') !== 0;
  }

  /**
   * A process before this one did not end giving back: more are free than what writing leaves for a while, or what it deleted
   * may lie in the log that it left.
   */
  get areDue(): boolean {
    if (this.#database.hadWal) return true;
    return this.#isPossible && this.#number('freelist_count') > this.#number('page_count') * MANY;
  }

  /** Answers whether there are more. Call outside of a transaction. */
  giveBackSome(): boolean {
    if (!this.#isPossible) return false;
    const until = performance.now() + STEP_MS;
    do {
      if (this.#number('freelist_count') === 0) return false;
      this.#database.pragma(`incremental_vacuum(${PIECE})`);
    } while (performance.now() < until);
    return this.#number('freelist_count') > 0;
  }

  /** Leaves nothing of what was deleted in the log; false where somebody reads an old state. */
  truncateWal(): boolean {
    return truncateWal(this.#database);
  }

  #number(pragma: string): number {
    return this.#database.pragma(pragma, { simple: true }) as number;
  }
}
