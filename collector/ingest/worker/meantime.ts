import type { Pulse } from '../pulse.ts';
import type { Chores } from './chores.ts';

/** What can wait for exporters. */
export interface Unhurried {
  /** Something was stored just now, which took so long. */
  stored(storingMs: number): void;
  /** Milliseconds until the next step may be taken, 0 for at once; null when there is nothing to do. */
  waitMs(): number | null;
  /** A few milliseconds of it. Throws nothing. */
  step(): void;
}

/**
 * What the ingest thread does while no exporter waits: one step between two looks into its port, so that whatever is to be
 * stored goes first. Chores before what can wait, which takes turns.
 */
export class Meantime {
  readonly #pulse: Pulse;
  readonly #chores: Pick<Chores, 'isBusy' | 'step'>;
  readonly #unhurried: Unhurried[];
  #timer: NodeJS.Timeout | undefined;
  #next: NodeJS.Immediate | undefined;
  #isStopped = false;

  constructor(pulse: Pulse, chores: Pick<Chores, 'isBusy' | 'step'>, ...unhurried: Unhurried[]) {
    this.#pulse = pulse;
    this.#chores = chores;
    this.#unhurried = unhurried;
  }

  /** Call whenever there may be something to do, or to wait for. */
  use(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || this.#next) return;
    const waitMs = this.#chores.isBusy ? 0 : this.#shortestWait();
    if (waitMs === null) return;
    if (waitMs > 0) {
      this.#timer = setTimeout(() => this.use(), waitMs);
      return;
    }
    this.#queueStep();
  }

  /** Something was stored just now, which took so long: what can wait rests from it. */
  stored(storingMs: number): void {
    for (const work of this.#unhurried) work.stored(storingMs);
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
      if (this.#chores.isBusy) this.#chores.step();
      else this.#takeTurn();
    });
    this.use();
  }

  #shortestWait(): number | null {
    const waits = this.#unhurried.map((work) => work.waitMs()).filter((waitMs) => waitMs !== null);
    return waits.length === 0 ? null : Math.min(...waits);
  }

  #takeTurn(): void {
    const at = this.#unhurried.findIndex((work) => work.waitMs() === 0);
    const [next] = at < 0 ? [] : this.#unhurried.splice(at, 1);
    if (next === undefined) return;
    this.#unhurried.push(next);
    next.step();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}
