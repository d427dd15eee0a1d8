/** Bytes or characters of a name that is remembered at most: what anybody made up to fill memory is longer, or there are many. */
export const MAX_REMEMBERED_NAME = 256;

/** What is known of names, which come again with every span. Past `most` it begins anew; long names are told anew each time. */
export class NameCache<T> {
  readonly #known = new Map<string, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): T | undefined {
    return this.#known.get(name);
  }

  /** Remembers `value` under a name that is not too long, and returns it. */
  add(name: string, value: T): T {
    if (name.length > MAX_REMEMBERED_NAME) return value;
    if (this.#known.size >= this.#most) this.#known.clear();
    this.#known.set(name, value);
    return value;
  }
}
