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
/** From so many milliseconds on whoever sends notices a piece of work. */
const SLOW_MS = 40;
/** After such a piece what can wait goes on once exporters have been quiet for so many times as long. */
const SLOW_QUIET = 10;
/** Or has rested for so many times as long. */
const SLOW_REST = 100;
const LONGEST_SLOW_REST_MS = 20_000;

/**
 * When the ingest thread may do what nobody waits to be stored for: at once while nothing comes. While exporters send it
 * falls behind, though it never stands still.
 */
export class BackgroundThrottle {
  /** Milliseconds of any steady clock. */
  readonly now: () => number;
  readonly #canWait: boolean;
  #lastStored = -Infinity;
  /** How long exporters must have been quiet for the next piece of work. */
  #pauseMs = QUIET_MS;
  #restedFrom = 0;
  #lastEnd: number;
  #storingMs = 0;

  /** `canWait`: nobody misses it, so that what takes long is left until exporters pause, or a good while. */
  constructor(now: () => number = () => performance.now(), canWait = false) {
    this.now = now;
    this.#canWait = canWait;
    this.#lastEnd = now();
  }

  /** Something was stored just now, which took so long. */
  stored(storingMs: number): void {
    const now = this.now();
    if (now - storingMs >= this.#lastStored + QUIET_MS)
      this.#restedFrom = Math.max(this.#restedFrom, now + UNDISTURBED_MS);
    this.#lastStored = now;
    this.#storingMs += storingMs;
  }

  /** Work that began at `began` has just ended: it rests from now on. */
  rest(began: number): void {
    const now = this.now();
    const tookMs = now - began;
    const isSlow = this.#canWait && tookMs > SLOW_MS;
    const isFlood = this.#storingMs > FLOOD * (began - this.#lastEnd);
    const restMs = (isSlow ? SLOW_REST : isFlood ? REST_IN_FLOOD : REST) * tookMs;
    this.#restedFrom = now + Math.min(restMs, isSlow ? LONGEST_SLOW_REST_MS : LONGEST_REST_MS);
    this.#pauseMs = isSlow ? SLOW_QUIET * tookMs : QUIET_MS;
    this.#lastEnd = now;
    this.#storingMs = 0;
  }

  /** Milliseconds that a piece of work may take now, before it commits. */
  get stepMs(): number {
    return this.now() < this.#lastStored + QUIET_MS ? SHORT_STEP_MS : STEP_MS;
  }

  /** Milliseconds until the next piece of work, 0 for at once. */
  waitMs(): number {
    return Math.max(0, Math.ceil(Math.min(this.#lastStored + this.#pauseMs, this.#restedFrom) - this.now()));
  }
}
