/** Where an item of one list has its like in the other: both rise from pair to pair. */
export type Pair = readonly [a: number, b: number];

/** Past so many pairs of like items the middle of two lists is not looked through: it counts as different. */
const MOST_MATCHES = 1_500_000;

/**
 * The longest sequence that two lists have in common, as the places of its items. Hunt and Szymanski's way: the time
 * grows with the pairs of like items, which are few where most items are told once, and not with the lists' product.
 * Where like items are too many (`MOST_MATCHES`) only what both lists begin and end with.
 */
export function commonSequence(a: readonly string[], b: readonly string[]): Pair[] {
  const start = commonPrefix(a, b);
  const end = commonSuffix(a, b, start);
  const head = Array.from({ length: start }, (_, index): Pair => [index, index]);
  const tail = Array.from({ length: end }, (_, index): Pair => [
    a.length - end + index,
    b.length - end + index,
  ]);
  const middle = sequenceOf(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...head, ...middle.map(([at, bt]): Pair => [at + start, bt + start]), ...tail];
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function commonSuffix(a: readonly string[], b: readonly string[], start: number): number {
  let length = 0;
  const most = Math.min(a.length, b.length) - start;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

/** The end of a sequence: its last pair, and the sequence before it. */
type Link = { readonly pair: Pair; readonly before: Link | null };

function sequenceOf(a: readonly string[], b: readonly string[]): Pair[] {
  const places = placesOf(b);
  const matches = a.reduce((sum, item) => sum + (places.get(item)?.length ?? 0), 0);
  if (matches > MOST_MATCHES) return [];
  // ends[n]: of all sequences of n + 1 items so far, the one that ends earliest in b.
  const ends: Link[] = [];
  a.forEach((item, at) => {
    // From the last place to the first, so that no two of them come into one sequence.
    for (const bt of places.get(item)?.toReversed() ?? []) {
      const length = firstNotBefore(ends, bt);
      if (ends[length]?.pair[1] === bt) continue;
      ends[length] = { pair: [at, bt], before: ends[length - 1] ?? null };
    }
  });
  const pairs: Pair[] = [];
  for (let link = ends.at(-1) ?? null; link !== null; link = link.before) pairs.push(link.pair);
  return pairs.reverse();
}

function placesOf(items: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  items.forEach((item, index) => {
    const known = places.get(item);
    if (known === undefined) places.set(item, [index]);
    else known.push(index);
  });
  return places;
}

/** The first of the rising ends that is at `place` or later. */
function firstNotBefore(ends: readonly Link[], place: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle]?.pair[1] ?? Infinity) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
