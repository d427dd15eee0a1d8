import { Looks } from '../../runtime/looks.ts';

/** So many looks in a row at one piece of work. Counted instead of the time, which goes on while the machine sleeps. */
const PATIENCE = 4;

/**
 * Notices that the thread does not come to the end of a commit, or of a step of what it does in between, as where its disk
 * does not answer any more: nothing is refused then, so nobody would hear that nothing is stored.
 */
export class StallWatch {
  readonly #at: () => number | null;
  readonly #onStalled: () => void;
  readonly #hasWork: () => boolean;
  readonly #times = new Looks(() => this.#look());
  #seen: number | null = null;
  #looks = 0;

  /**
   * `at`: which piece of work the thread is at, null between two. `onStalled` hears once of each that does not end.
   * `hasWork`: whether it has been given any that is not done: a look may come between two pieces of it.
   */
  constructor(at: () => number | null, onStalled: () => void, hasWork: () => boolean) {
    this.#at = at;
    this.#onStalled = onStalled;
    this.#hasWork = hasWork;
  }

  start(): void {
    this.#times.start();
  }

  /** The thread has been given something to do. */
  seeWork(): void {
    this.#times.lookSoon();
  }

  stop(): void {
    this.#times.stop();
  }

  #look(): boolean {
    const at = this.#at();
    this.#looks = at !== null && at === this.#seen ? this.#looks + 1 : 0;
    this.#seen = at;
    if (this.#looks === PATIENCE) this.#onStalled();
    return at !== null || this.#hasWork();
  }
}
