const LOOK_MS = 5000;
/** So many looks in a row at one commit. Counted instead of the time, which goes on while the machine sleeps. */
const PATIENCE = 4;

/**
 * Notices that the thread does not come to the end of a commit, as where its disk does not answer any more: nothing is refused
 * then, so nobody would hear that nothing is stored.
 */
export class StallWatch {
  readonly #busySince: () => number | null;
  readonly #onStalled: () => void;
  #timer: NodeJS.Timeout | undefined;
  #seen: number | null = null;
  #looks = 0;

  /** `busySince`: when the commit began that the thread is at; null where it has nothing to do. `onStalled` hears once of each that does not end. */
  constructor(busySince: () => number | null, onStalled: () => void) {
    this.#busySince = busySince;
    this.#onStalled = onStalled;
  }

  /** The thread has something to do. */
  start(): void {
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** A commit has ended. Whether it was one that was told of. */
  ended(): boolean {
    const wasStalled = this.#looks >= PATIENCE;
    this.#looks = 0;
    return wasStalled;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const since = this.#busySince();
    if (since === null) return this.stop();
    this.#looks = since === this.#seen ? this.#looks + 1 : 0;
    this.#seen = since;
    if (this.#looks === PATIENCE) this.#onStalled();
  }
}
