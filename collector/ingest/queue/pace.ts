/** A measure of how long a request takes to store: its items and kilobytes take about the same time each. */
export const costOf = (load: { readonly items: number; readonly bytes: number }): number =>
  1 + load.items + load.bytes / 1024;

/** Assumed before the first commit: what a modest machine stores in one second. */
const AT_FIRST = { cost: 20_000, ms: 1000 };
/** The weight of all earlier commits beside the newest. */
const KEPT = 0.8;
/** A smaller commit only shows what a commit costs at least, not how much could be stored in its time. */
const TELLING_COST = 1024;
/** Longer commits count as this long: a database that was locked for a minute is not slow for ever. */
const LONGEST_MS = 4000;

/** How fast the ingest thread stores what waits, learned from its commits. */
export class Pace {
  #cost = AT_FIRST.cost;
  #ms = AT_FIRST.ms;

  /** Learns from a commit that took `ms`. */
  took(cost: number, ms: number): void {
    const isFaster = cost * this.#ms > this.#cost * ms;
    if (cost < TELLING_COST && !isFaster) return;
    this.#cost = this.#cost * KEPT + cost;
    this.#ms = this.#ms * KEPT + Math.min(ms, LONGEST_MS);
  }

  /** The milliseconds that storing this will take. */
  msFor(cost: number): number {
    return (cost * this.#ms) / this.#cost;
  }

  /** How much can be stored in so many milliseconds. */
  costIn(ms: number): number {
    return (ms * this.#cost) / this.#ms;
  }
}
