import type { BackgroundTask } from './background-scheduler.ts';

export interface WalTruncationOptions {
  /** Answers whether the log is empty: a reader of an old state may keep it. */
  readonly truncateWal: () => boolean;
  readonly onFailure: (failure: Error) => void;
  /** Milliseconds of any steady clock. */
  readonly now?: () => number;
}

/** An export reads one state for minutes. */
const AGAIN_MS = 1000;

/**
 * Takes what was deleted out of the write-ahead log, whose file keeps old pages until they are written over; the database
 * file gets shorter with it, too.
 */
export class WalTruncation implements BackgroundTask {
  readonly #options: WalTruncationOptions;
  readonly #now: () => number;
  /** When it is due; null where nothing was deleted since. */
  #dueAt: number | null = null;

  constructor(options: WalTruncationOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Something was deleted, and its pages were given back. */
  deleted(): void {
    this.#dueAt = this.#now();
  }

  /** However much is stored: what was deleted is to be gone soon. */
  stored(): void {}

  waitMs(): number | null {
    return this.#dueAt === null ? null : Math.max(0, Math.ceil(this.#dueAt - this.#now()));
  }

  step(): void {
    try {
      this.#dueAt = this.#options.truncateWal() ? null : this.#now() + AGAIN_MS;
    } catch (error) {
      // Tried again with the next deletion.
      this.#dueAt = null;
      this.#options.onFailure(error as Error);
    }
  }
}
