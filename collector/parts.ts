interface Part {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

/** What a collector has started. The names are what a person is told of a part that does not end. */
export class Parts {
  readonly #receivers: Part[] = [];
  readonly #others: Part[] = [];
  readonly #waitedFor = new Set<string>();

  /** Starts what `stop` will end, before anything that was begun earlier. A start that fails half-way is ended as well. */
  begin<T>(name: string, start: () => Promise<T>, stop: () => Promise<void>): Promise<T> {
    this.add(name, stop);
    return start();
  }

  /** The same of what has started. */
  add(name: string, stop: () => Promise<void>): void {
    this.#others.unshift({ name, stop });
  }

  /** As `begin`, of what is ended first, beside the others of its kind. */
  beginReceiver<T>(name: string, start: () => Promise<T>, stop: () => Promise<void>): Promise<T> {
    this.#receivers.push({ name, stop });
    return start();
  }

  /** What is waited for at this moment, in words. */
  get unfinished(): string {
    return [...this.#waitedFor].join(', ');
  }

  async waitFor(name: string, end: Promise<unknown>): Promise<void> {
    this.#waitedFor.add(name);
    try {
      await end;
    } finally {
      this.#waitedFor.delete(name);
    }
  }

  /**
   * Receivers first, so that nothing comes after what they wait for is written; together, so that clients which never
   * finish are waited for once and not at each of them. Then in the reverse order of the start. Rejects as the first that failed,
   * and not before the others have ended, too: the database is to be closed whatever else goes wrong.
   */
  async end(): Promise<void> {
    const failures: unknown[] = [];
    const ended = ({ name, stop }: Part): Promise<void> =>
      this.waitFor(name, stop()).catch((error: unknown) => void failures.push(error));
    await Promise.all(this.#receivers.splice(0).map(ended));
    for (const part of this.#others.splice(0)) await ended(part);
    if (failures.length > 0) throw failures[0];
  }
}
