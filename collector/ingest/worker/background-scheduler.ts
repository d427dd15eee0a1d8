import type { Pulse } from '../pulse.ts';
import type { Chores } from './chores.ts';

/** Work that exporters go before, done in steps. */
export interface BackgroundTask {
  /** Something was stored just now, which took so long. */
  stored(storingMs: number): void;
  /** Milliseconds until the next step may be taken, 0 for at once; null when there is nothing to do. */
  waitMs(): number | null;
  /** A few milliseconds of it. Throws nothing. */
  step(): void;
}

/**
 * Runs what the ingest thread does while no exporter waits: one step between two looks into its port, so that whatever is to be
 * stored goes first. Chores come before the tasks, which take turns, also while the chores wait.
 */
export class BackgroundScheduler {
  readonly #pulse: Pulse;
  readonly #chores: Pick<Chores, 'waitMs' | 'step'>;
  readonly #tasks: BackgroundTask[];
  #timer: NodeJS.Timeout | undefined;
  #next: NodeJS.Immediate | undefined;
  #isStopped = false;

  constructor(pulse: Pulse, chores: Pick<Chores, 'waitMs' | 'step'>, ...tasks: BackgroundTask[]) {
    this.#pulse = pulse;
    this.#chores = chores;
    this.#tasks = tasks;
  }

  /** Call whenever there may be something to do, or to wait for. */
  schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || this.#next) return;
    const waitMs = this.#shortestWait();
    if (waitMs === null) return;
    if (waitMs > 0) {
      this.#timer = setTimeout(() => this.schedule(), waitMs);
      return;
    }
    this.#queueStep();
  }

  /** Something was stored just now, which took so long: tasks hold back for a while. */
  stored(storingMs: number): void {
    for (const task of this.#tasks) task.stored(storingMs);
  }

  /** Something has just been queued with `setImmediate` that somebody waits for: the step that was to come comes after it. */
  giveWay(): void {
    if (!this.#next) return;
    clearImmediate(this.#next);
    this.#queueStep();
  }

  #queueStep(): void {
    this.#next = setImmediate(() => {
      this.#next = undefined;
      if (!this.#isStopped) this.#step();
    });
  }

  #step(): void {
    this.#pulse.during(() => {
      if (this.#chores.waitMs() === 0) this.#chores.step();
      else this.#takeTurn();
    });
    this.schedule();
  }

  #shortestWait(): number | null {
    const choresMs = this.#chores.waitMs();
    if (choresMs === 0) return 0;
    const waits = [choresMs, ...this.#tasks.map((task) => task.waitMs())].filter((ms) => ms !== null);
    return waits.length === 0 ? null : Math.min(...waits);
  }

  #takeTurn(): void {
    const at = this.#tasks.findIndex((task) => task.waitMs() === 0);
    const [next] = at < 0 ? [] : this.#tasks.splice(at, 1);
    if (next === undefined) return;
    this.#tasks.push(next);
    next.step();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}
