import type { Chores } from './chores.ts';
import type { Indexing } from './indexing.ts';

/**
 * What the ingest thread does while no exporter waits: one step between two looks into its port, so that whatever is to be
 * stored goes first. Chores before indexing, which takes no more than its share.
 */
export class Meantime {
  readonly #chores: Pick<Chores, 'isBusy' | 'step'>;
  readonly #indexing: Pick<Indexing, 'waitMs' | 'step'>;
  #timer: NodeJS.Timeout | undefined;
  #isStepping = false;
  #isStopped = false;

  constructor(chores: Pick<Chores, 'isBusy' | 'step'>, indexing: Pick<Indexing, 'waitMs' | 'step'>) {
    this.#chores = chores;
    this.#indexing = indexing;
  }

  /** Call whenever there may be something to do, or to wait for. */
  use(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || this.#isStepping) return;
    const waitMs = this.#chores.isBusy ? 0 : this.#indexing.waitMs();
    if (waitMs === null) return;
    if (waitMs > 0) {
      this.#timer = setTimeout(() => this.use(), waitMs);
      return;
    }
    this.#isStepping = true;
    setImmediate(() => {
      this.#isStepping = false;
      if (!this.#isStopped) this.#step();
    });
  }

  #step(): void {
    if (this.#chores.isBusy) this.#chores.step();
    else if (this.#indexing.waitMs() === 0) this.#indexing.step();
    this.use();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}
