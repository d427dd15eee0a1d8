import type { WritableDatabase } from '../file/database.ts';
import { truncateWal } from '../file/truncate-wal.ts';

/** How long one step may hold up what waits to be stored, the piece that was begun on top. */
const STEP_MS = 4;
/** Pages given back in one piece, each of which is a commit, which may wait for the disk: at first, and at most. */
const LEAST_PIECE = 32;
const MOST_PIECE = 256;
/** How much longer than the quickest one a larger piece may take. */
const LONGER_MS = 2;
/** Of all. */
const MANY = 1 / 16;

/**
 * Gives free pages back to the file system, in steps between two commits: the file gets shorter when the log is
 * emptied. Only for files that were made with auto_vacuum, which all of this version are; others keep theirs for new rows.
 */
export class FreePages {
  readonly #database: WritableDatabase;
  readonly #isPossible: boolean;
  #piece = LEAST_PIECE;
  #mostPiece = MOST_PIECE;
  #quickestMs = Infinity;

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

  /** Answers whether there are more. Call outside of a transaction. Throws where the file is no longer in its place. */
  giveBackSome(): boolean {
    this.#database.files.needInPlace();
    if (!this.#isPossible) return false;
    const until = performance.now() + STEP_MS;
    while (this.#number('freelist_count') > 0) {
      this.#giveBackPiece();
      if (performance.now() >= until) return true;
    }
    this.#piece = LEAST_PIECE;
    this.#mostPiece = MOST_PIECE;
    this.#quickestMs = Infinity;
    return false;
  }

  /**
   * The next one is larger where that seems to take no longer; a size that has taken longer is not tried again until all are
   * given back.
   */
  #giveBackPiece(): void {
    const began = performance.now();
    this.#database.pragma(`incremental_vacuum(${this.#piece})`);
    const tookMs = performance.now() - began;
    this.#quickestMs = Math.min(this.#quickestMs, tookMs);
    if (tookMs > this.#quickestMs + LONGER_MS) this.#mostPiece = Math.max(this.#piece / 2, LEAST_PIECE);
    this.#piece = Math.min(this.#piece * 2, this.#mostPiece);
  }

  /**
   * Leaves nothing of what was deleted in the log; false where somebody reads an old state. Throws where the file is no longer in its
   * place: what was acknowledged lately may be in the log alone.
   */
  truncateWal(): boolean {
    this.#database.files.needInPlace();
    return truncateWal(this.#database);
  }

  #number(pragma: string): number {
    return this.#database.pragma(pragma, { simple: true }) as number;
  }
}
