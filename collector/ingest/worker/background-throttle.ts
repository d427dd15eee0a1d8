/** How long one piece of work may take before its commit, which takes about as long again: while no export comes, and while some do. */
const STEP_MS = 8;
const SHORT_STEP_MS = 3;
/** Exporters that have been quiet for so long are taken to pause. */
const QUIET_MS = 30;
/** After a pause exporters get the thread to themselves: their first commits still wait for code to compile and pages to be read. */
const UNDISTURBED_MS = 200;
/** While exports come, work rests for this many times as long as it took: it gets about a twentieth of the time. */
const REST = 20;
/** Where storing takes more than this part of the time, exporters wait for the thread. */
const FLOOD = 0.7;
/** Work then gets about a hundredth of the time, so that it does not stand still. */
const REST_IN_FLOOD = 100;
/** At most, however long the work took: it may have waited for a lock of another program. */
const LONGEST_REST_MS = 5000;

/**
 * When the ingest thread may do what nobody waits to be stored for: at once while nothing comes. While exporters send it
 * falls behind, though it never stands still.
 */
export class BackgroundThrottle {
  /** Milliseconds of any steady clock. */
  readonly now: () => number;
  #quietFrom = 0;
  #restedFrom = 0;
  #lastEnd: number;
  #storingMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
    this.#lastEnd = now();
  }

  /** Something was stored just now, which took so long. */
  stored(storingMs: number): void {
    const now = this.now();
    if (now - storingMs >= this.#quietFrom)
      this.#restedFrom = Math.max(this.#restedFrom, now + UNDISTURBED_MS);
    this.#quietFrom = now + QUIET_MS;
    this.#storingMs += storingMs;
  }

  /** Work that began at `began` has just ended: it rests from now on. */
  rest(began: number): void {
    const now = this.now();
    const isFlood = this.#storingMs > FLOOD * (began - this.#lastEnd);
    const restMs = (isFlood ? REST_IN_FLOOD : REST) * (now - began);
    this.#restedFrom = now + Math.min(restMs, LONGEST_REST_MS);
    this.#lastEnd = now;
    this.#storingMs = 0;
  }

  /** Milliseconds that a piece of work may take now, before it commits. */
  get stepMs(): number {
    return this.now() < this.#quietFrom ? SHORT_STEP_MS : STEP_MS;
  }

  /** Milliseconds until the next piece of work, 0 for at once. */
  waitMs(): number {
    return Math.max(0, Math.ceil(Math.min(this.#quietFrom, this.#restedFrom) - this.now()));
  }
}
