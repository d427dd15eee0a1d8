/** What was read of the database, by key, for as long as nothing changes it: at most so much, then all is forgotten. */
export class Remembered<Key, Value> {
  readonly #most: number;
  readonly #values = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** What is remembered, else what `read` answers; undefined is read again. */
  of(key: Key, read: (key: Key) => Value): Value;
  of(key: Key, read: (key: Key) => Value | undefined): Value | undefined;
  of(key: Key, read: (key: Key) => Value | undefined): Value | undefined {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = read(key);
    if (value === undefined) return value;
    if (this.#values.size >= this.#most) this.#values.clear();
    this.#values.set(key, value);
    return value;
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  /** What is remembered is another value now; what is not stays so. */
  change(key: Key, changed: (value: Value) => Value): void {
    const known = this.#values.get(key);
    if (known !== undefined) this.#values.set(key, changed(known));
  }

  forget(key: Key): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}
