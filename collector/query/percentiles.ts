/**
 * The smallest values that so large a share of all do not exceed (nearest rank): always ones that were measured; null where
 * nothing was. `shares` rise. Puts `values` in another order, but does not sort them, which takes five times as long, unless
 * that takes more than so many rounds.
 */
export function percentiles(
  values: Float64Array,
  shares: readonly number[],
  rounds = MAX_ROUNDS,
): (number | null)[] {
  let from = 0;
  return shares.map((share) => {
    if (values.length === 0) return null;
    const rank = Math.max(0, Math.ceil(values.length * share) - 1);
    placeRank(values, from, rank, rounds);
    from = rank;
    return values[rank]!;
  });
}

/** A few more than a million values take, where none is made to be slow. */
const MAX_ROUNDS = 60;

/** Moves values until that of `rank` is at its place, smaller ones before it; all before `from` are smaller already (Hoare's FIND). */
function placeRank(values: Float64Array, from: number, rank: number, rounds: number): void {
  let left = from;
  let right = values.length - 1;
  for (let round = 0; left < right; round++) {
    // Times may be made so that each round finds next to nothing out.
    if (round === rounds) return void values.subarray(left, right + 1).sort();
    const pivot = median(values[left]!, values[(left + right) >>> 1]!, values[right]!);
    let low = left;
    let high = right;
    while (low <= high) {
      while (values[low]! < pivot) low++;
      while (values[high]! > pivot) high--;
      if (low > high) break;
      const moved = values[low]!;
      values[low++] = values[high]!;
      values[high--] = moved;
    }
    if (rank <= high) right = high;
    else if (rank >= low) left = low;
    else return;
  }
}

const median = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
