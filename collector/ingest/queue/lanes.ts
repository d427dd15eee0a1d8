/** Requests of an application that exports as it goes, and those of whoever sends much at once. */
export type Lane = 'small' | 'large';

const LARGE_ITEMS = 1024;
const LARGE_BYTES = 2 * 1024 * 1024;

/** The lane of a request, by what is known of it: before its body is read, its length at most. */
export const laneOf = (load: { readonly items: number; readonly bytes: number }): Lane =>
  load.items > LARGE_ITEMS || load.bytes > LARGE_BYTES ? 'large' : 'small';

/** How much of the thread's time each lane has while both have something in them. */
const WEIGHTS: Readonly<Record<Lane, number>> = { small: 4, large: 1 };

/**
 * What waits for the ingest thread, each lane in its order. The lanes take turns by weight, so that a small request waits for
 * few large ones however many there are, and a large one is not kept out by small ones for good.
 */
export class Lanes<T extends { readonly cost: number }> {
  readonly #waiting: Readonly<Record<Lane, T[]>> = { small: [], large: [] };
  readonly #cost: Record<Lane, number> = { small: 0, large: 0 };
  /** The cost that each lane was served, divided by its weight: the one with less is next (start-time fair queueing). */
  readonly #served: Record<Lane, number> = { small: 0, large: 0 };

  get size(): number {
    return this.#waiting.small.length + this.#waiting.large.length;
  }

  /** The cost of all that waits in the lane. */
  cost(lane: Lane): number {
    return this.#cost[lane];
  }

  push(lane: Lane, item: T): void {
    // A lane that was empty has no claim to the time that it did not use.
    if (this.#waiting[lane].length === 0)
      this.#served[lane] = Math.max(this.#served.small, this.#served.large);
    this.#waiting[lane].push(item);
    this.#cost[lane] += item.cost;
  }

  shift(): T | undefined {
    const lane = this.#next();
    const item = this.#waiting[lane].shift();
    if (item === undefined) return undefined;
    this.#served[lane] += item.cost / WEIGHTS[lane];
    this.#cost[lane] = this.#waiting[lane].length === 0 ? 0 : this.#cost[lane] - item.cost;
    return item;
  }

  #next(): Lane {
    if (this.#waiting.large.length === 0) return 'small';
    if (this.#waiting.small.length === 0) return 'large';
    return this.#served.small <= this.#served.large ? 'small' : 'large';
  }
}
