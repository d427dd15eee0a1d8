/** The start of a collector that was stopped meanwhile. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
  override readonly message = 'the collector was stopped while it started';
}

export interface Part<T> {
  start(): T | Promise<T>;
  stop(): void | Promise<void>;
}

interface Begun {
  readonly name: string;
  readonly part: Part<unknown>;
}

/** What a collector starts and stops. The names are what a person is told of a part that does not end. */
export class Lifecycle {
  readonly #receivers: Begun[] = [];
  readonly #others: Begun[] = [];
  readonly #waitedFor = new Set<string>();
  readonly #stopping = new AbortController();
  #started: Promise<unknown> | undefined;
  #stopped: Promise<void> | undefined;

  /** Aborts when a stop is asked for. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** What is waited for at this moment, in words. */
  get unfinished(): string {
    return [...this.#waitedFor].join(', ');
  }

  /** Runs what begins the parts, once. Where it fails, or is stopped meanwhile, it rejects when those that had begun have ended. */
  async start<T>(beginParts: () => Promise<T>): Promise<T> {
    try {
      this.#needRunning();
      const started = beginParts();
      this.#started = started;
      return await started;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /**
   * Starts what the stop will end, before anything that was begun earlier; a start that fails half-way is ended as well. Once
   * a stop was asked for nothing is begun any more: it rejects with a StoppedError.
   */
  async begin<T>(name: string, part: Part<T>): Promise<T> {
    this.#needRunning();
    this.#others.unshift({ name, part });
    return part.start();
  }

  /** The same of what is ended first, beside the others of its kind. */
  async beginReceiver<T>(name: string, part: Part<T>): Promise<T> {
    this.#needRunning();
    this.#receivers.push({ name, part });
    return part.start();
  }

  /** Ends what was begun. Whoever asks again waits for the same end. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  /**
   * Receivers first, so that nothing comes after what they wait for is written; together, so that clients which never
   * finish are waited for once and not at each of them. Then in the reverse order of the start. Rejects as the first that failed,
   * and not before the others have ended, too: the database is to be closed whatever else goes wrong.
   */
  async #stop(): Promise<void> {
    this.#stopping.abort();
    // What is starting can't be ended before it has.
    if (this.#started) await this.#waitFor('the start', this.#started).catch(() => {});
    const failures: unknown[] = [];
    const end = async ({ name, part }: Begun): Promise<void> => {
      try {
        await this.#waitFor(name, part.stop());
      } catch (error) {
        failures.push(error);
      }
    };
    await Promise.all(this.#receivers.map(end));
    for (const begun of this.#others) await end(begun);
    if (failures.length > 0) throw failures[0];
  }

  async #waitFor(name: string, end: unknown): Promise<void> {
    this.#waitedFor.add(name);
    try {
      await end;
    } finally {
      this.#waitedFor.delete(name);
    }
  }

  #needRunning(): void {
    if (this.#stopping.signal.aborted) throw new StoppedError();
  }
}
