/** A node of the history; it knows how many were there before it. */
interface Placed {
  readonly order: number;
}

/**
 * Where one history may still go on: at what was there before it and it has not passed. A history may say the same a hundred
 * thousand times, and of as many places that say it none be left: those are skipped together, not one by one.
 */
export class PlacesLeft<Place extends Placed> {
  readonly #before: number;
  readonly #passed = new Set<Place>();
  /** For a place that was passed, the index of an earlier one behind which all that say the same were passed. */
  readonly #skips = new Map<Place, number>();

  /** `before`: the order of the first node that is too new. */
  constructor(before: number) {
    this.#before = before;
  }

  has(node: Place): boolean {
    return node.order < this.#before && !this.#passed.has(node);
  }

  pass(node: Place): void {
    this.#passed.add(node);
  }

  /** Which of `places` are left, the latest first; `places` are all that say one thing, in their order. */
  *of(places: readonly Place[]): Generator<Place> {
    for (let index = this.#lastLeft(places, countBefore(places, this.#before) - 1); index >= 0;) {
      yield places[index]!;
      index = this.#lastLeft(places, index - 1);
    }
  }

  /** The index of the last up to `from` that was not passed; -1 where there is none. */
  #lastLeft(places: readonly Place[], from: number): number {
    const skipped: Place[] = [];
    let index = from;
    for (let place = places[index]; place !== undefined && this.#passed.has(place); place = places[index]) {
      skipped.push(place);
      index = this.#skips.get(place) ?? index - 1;
    }
    for (const place of skipped) this.#skips.set(place, index);
    return index;
  }
}

function countBefore(places: readonly Placed[], order: number): number {
  let [from, to] = [0, places.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (places[middle]!.order < order) from = middle + 1;
    else to = middle;
  }
  return from;
}
