import type { Config } from '../config.ts';
import type { Commands } from './commands.ts';

/** Has what is past the bounds deleted, at the start and then every `check_interval_secs`. */
export class RetentionTimer {
  readonly #settings: Config['otel']['retention'];
  readonly #commands: Commands;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;

  /** The settings are read anew each time. */
  constructor(settings: Config['otel']['retention'], commands: Commands, now: () => number) {
    this.#settings = settings;
    this.#commands = commands;
    this.#now = now;
  }

  start(): void {
    this.#isStarted = true;
    void this.#run();
  }

  /** A check that is under way ends with the ingest thread. */
  stop(): void {
    this.#isStarted = false;
    clearTimeout(this.#timer);
  }

  /** Only one at a time, however long it takes. */
  async #run(): Promise<void> {
    const { days, max_spans: maxSpans, max_bytes: maxBytes } = this.#settings;
    if (days !== null || maxSpans !== null || maxBytes !== null)
      // A failure is in the log already; the next check tries again.
      await this.#commands.retain({ days, maxSpans, maxBytes }, this.#now()).catch(() => {});
    if (!this.#isStarted) return;
    this.#timer = setTimeout(() => void this.#run(), this.#settings.check_interval_secs * 1000).unref();
  }
}
