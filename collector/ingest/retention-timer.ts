import type { Config } from '../config/config.ts';
import type { Commands } from './queue/commands.ts';

/** Has what is past the bounds deleted, at the start and then every `check_interval_secs`. */
export class RetentionTimer {
  readonly #settings: Config['otel']['retention'];
  readonly #commands: Pick<Commands, 'retain'>;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #checkedAt = 0;

  /** The settings are read anew each time. */
  constructor(settings: Config['otel']['retention'], commands: Pick<Commands, 'retain'>, now: () => number) {
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
    this.#timer = undefined;
  }

  /** The settings have changed: bounds count at the next check, and another interval says anew when that is. */
  settingsChanged(): void {
    if (this.#timer !== undefined) this.#wait();
  }

  /** Only one at a time, however long it takes. */
  async #run(): Promise<void> {
    this.#timer = undefined;
    const { days, max_spans: maxSpans, max_bytes: maxBytes } = this.#settings;
    if (days !== null || maxSpans !== null || maxBytes !== null)
      // A failure is in the log already; the next check tries again.
      await this.#commands.retain({ days, maxSpans, maxBytes }, this.#now()).catch(() => {});
    this.#checkedAt = performance.now();
    if (this.#isStarted) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const due = this.#checkedAt + this.#settings.check_interval_secs * 1000;
    this.#timer = setTimeout(() => void this.#run(), Math.max(due - performance.now(), 0)).unref();
  }
}
