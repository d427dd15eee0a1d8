/**
 * Integers of which most are neighbours, as the ids of rows are: 32 of them are in one number. A `Set` ends at 2^24 members, fewer
 * than a table may have rows.
 */
export class KeySet {
  readonly #words = new Map<bigint, number>();

  add(key: bigint): void {
    const word = key >> 5n;
    this.#words.set(word, (this.#words.get(word) ?? 0) | bitOf(key));
  }

  has(key: bigint): boolean {
    return ((this.#words.get(key >> 5n) ?? 0) & bitOf(key)) !== 0;
  }
}

const bitOf = (key: bigint): number => 1 << Number(key & 31n);
