/** What a request costs to store: about its items and its kilobytes, since each takes its time. */
export const costOf = (load: { readonly items: number; readonly bytes: number }): number =>
  1 + load.items + load.bytes / 1024;

/** Assumed before the first commit: what a modest machine stores in one second. */
const AT_FIRST = { cost: 20_000, ms: 1000 };
/** What earlier commits still count with each new one. */
const KEPT = 0.8;
/** A commit of less says how long a commit takes, not how much could be stored in that time. */
const TELLING_COST = 1024;
/** A database that was locked for a minute is not slow for ever. */
const LONGEST_MS = 4000;

/** How fast the ingest thread stores what waits, learned from its commits. */
export class Pace {
  #cost = AT_FIRST.cost;
  #ms = AT_FIRST.ms;

  /** The thread was busy for `ms` with a commit of so much. */
  took(cost: number, ms: number): void {
    const isFaster = cost * this.#ms > this.#cost * ms;
    if (cost < TELLING_COST && !isFaster) return;
    this.#cost = this.#cost * KEPT + cost;
    this.#ms = this.#ms * KEPT + Math.min(ms, LONGEST_MS);
  }

  /** Milliseconds that so much will take. */
  msFor(cost: number): number {
    return (cost * this.#ms) / this.#cost;
  }

  /** What is stored in so many milliseconds. */
  costIn(ms: number): number {
    return (ms * this.#cost) / this.#ms;
  }
}
