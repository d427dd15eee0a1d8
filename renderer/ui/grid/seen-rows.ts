/** Far more than a list has loaded at once, and than come before it is scrolled back to its top. */
export const MOST_SEEN = 2000;

/**
 * Which rows a list has shown, the last of them: one that is watched for days is shown any number. Those of the last
 * `add` are all known, as long as they are no more than MOST_SEEN.
 */
export class SeenRows {
  readonly #keys = new Set<string>();

  add(keys: Iterable<string>): void {
    for (const key of keys) {
      // What is still there is not the oldest, however long ago it came.
      this.#keys.delete(key);
      this.#keys.add(key);
    }
    for (const oldest of this.#keys) {
      if (this.#keys.size <= MOST_SEEN) return;
      this.#keys.delete(oldest);
    }
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }
}
