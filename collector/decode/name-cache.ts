/** Longer names, in bytes or characters, are not remembered, so that nobody can fill memory with names that they make up. */
export const MAX_REMEMBERED_NAME = 256;

/** A value for each name, since names come again with every span. Emptied past `most`; long names are never in it. */
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
