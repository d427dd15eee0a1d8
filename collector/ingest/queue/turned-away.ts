/** What was refused this long ago counts with about a third (1/e). */
const MEMORY_MS = 3000;

/** What was refused in the last few seconds, as cost: exporters come again with it. */
export class TurnedAway {
  readonly #now: () => number;
  #cost = 0;
  #at = 0;

  /** Milliseconds of any steady clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(cost: number): void {
    this.#cost = this.cost + cost;
    this.#at = this.#now();
  }

  get cost(): number {
    return this.#cost * Math.exp((this.#at - this.#now()) / MEMORY_MS);
  }
}
