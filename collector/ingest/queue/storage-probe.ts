const PROBE_MS = 2000;

/**
 * Notices that the database can be written again although nobody sends anything. Exporters that send find it out
 * themselves: it keeps quiet as long as commits are tried.
 */
export class StorageProbe {
  readonly #probe: () => void;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #isTried = false;

  /** `probe` has the ingest thread try; what comes of it is told through `refused` and `wrote`. */
  constructor(probe: () => void, everyMs = PROBE_MS) {
    this.#probe = probe;
    this.#everyMs = everyMs;
  }

  /** The database has refused something. */
  refused(): void {
    this.#isTried = true;
    this.#timer ??= setInterval(() => {
      if (!this.#isTried) this.#probe();
      this.#isTried = false;
    }, this.#everyMs).unref();
  }

  /** Something has gone into the file. */
  wrote(): void {
    this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
