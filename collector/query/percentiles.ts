/**
 * The percentiles of `values` by nearest rank, for `shares` in rising order: always values that were measured; null where there
 * are none. Reorders `values` as far as it needs, in a fifth of the time of sorting; what takes more than `rounds` rounds is sorted
 * after all.
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

/** A few more than a million values need, unless they were made to be slow. */
const MAX_ROUNDS = 60;

/**
 * Moves values until the one of `rank` is at its place and smaller ones are before it; all before `from` are smaller already
 * (Hoare's FIND).
 */
function placeRank(values: Float64Array, from: number, rank: number, rounds: number): void {
  let left = from;
  let right = values.length - 1;
  for (let round = 0; left < right; round++) {
    // Values may be made so that a round hardly advances.
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
