import type { Config } from '../config.ts';
import type { Commands } from './commands.ts';

/** Has what is past the bounds deleted, at the start and then every `check_interval_secs`. */
export class RetentionTimer {
  readonly #settings: Config['otel']['retention'];
  readonly #commands: Commands;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  /** The settings are read anew each time. */
  constructor(settings: Config['otel']['retention'], commands: Commands, now: () => number) {
    this.#settings = settings;
    this.#commands = commands;
    this.#now = now;
  }

  start(): void {
    void this.#check();
  }

  /** What has begun ends with the ingest thread. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #check(): Promise<void> {
    const { days, max_spans: maxSpans, max_bytes: maxBytes } = this.#settings;
    const timer = setTimeout(() => void this.#check(), this.#settings.check_interval_secs * 1000).unref();
    this.#timer = timer;
    if (days === null && maxSpans === null && maxBytes === null) return;
    // Only one at a time, however long it takes.
    clearTimeout(timer);
    // A refusal is in the log already; the next check tries again.
    await this.#commands.retain({ days, maxSpans, maxBytes }, this.#now()).catch(() => {});
    if (this.#timer === timer) timer.refresh();
  }
}
