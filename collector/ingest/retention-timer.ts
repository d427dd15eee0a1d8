import type { Config } from '../config/config.ts';
import type { Commands } from './queue/commands.ts';
import type { Log } from '../lib/log.ts';
import { SteadyClock } from './steady-clock.ts';

export interface RetentionTimerOptions {
  /** In milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** When a clock that may be wrong is looked at again: who starts the app for minutes keeps the bound, too. */
const SOON_SECS = 60;

const AHEAD =
  'the clock ran more than an hour ahead since the last check of retention: ' +
  'what otel.retention.days takes stays until the next one';

/**
 * Has what is past the bounds deleted, at the start and then every `check_interval_secs`; what is too old only by a clock that two
 * checks in a row agree on.
 */
export class RetentionTimer {
  readonly #settings: Config['otel']['retention'];
  readonly #commands: Pick<Commands, 'retain'>;
  readonly #options: RetentionTimerOptions;
  readonly #clock = new SteadyClock();
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isSure = false;
  #checkedAt = 0;

  /** The settings are read anew each time. */
  constructor(
    settings: Config['otel']['retention'],
    commands: Pick<Commands, 'retain'>,
    options: RetentionTimerOptions,
  ) {
    this.#settings = settings;
    this.#commands = commands;
    this.#options = options;
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
    const { max_spans: maxSpans, max_bytes: maxBytes } = this.#settings;
    const nowMs = this.#options.now();
    const days = this.#daysAt(nowMs);
    if (days !== null || maxSpans !== null || maxBytes !== null)
      // A failure is in the log already; the next check tries again.
      this.#tell(await this.#commands.retain({ days, maxSpans, maxBytes }, nowMs).catch(() => 0));
    this.#checkedAt = performance.now();
    if (this.#isStarted) this.#wait();
  }

  /** Who misses a trace finds here what became of it. */
  #tell(traces: number): void {
    if (traces === 0) return;
    const gone = traces === 1 ? 'a trace' : `${traces} traces`;
    this.#options.log.info(`retention deleted ${gone} past its bounds`);
  }

  /** Null where there is no such bound, or its clock may be wrong. */
  #daysAt(nowMs: number): number | null {
    const seen = this.#clock.look(nowMs);
    const { days } = this.#settings;
    if (seen === 'ahead' && days !== null) this.#options.log.warn(AHEAD);
    this.#isSure = days === null || seen === 'steady';
    return seen === 'steady' ? days : null;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const interval = this.#settings.check_interval_secs;
    const due = this.#checkedAt + 1000 * (this.#isSure ? interval : Math.min(interval, SOON_SECS));
    this.#timer = setTimeout(() => void this.#run(), Math.max(due - performance.now(), 0)).unref();
  }
}
