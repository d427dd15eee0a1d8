import type { OperationName } from './operations.ts';

/** The weight of the last time in what is expected. */
const LEARNING = 0.25;
/** What is expected at least, so that many short ones count, and of what was never run. */
const LEAST_MS = 1;

/** How long operations take, as far as their last ones tell. */
export class OperationTimes {
  readonly #expectedMs = new Map<OperationName, number>();

  learn(name: OperationName, ms: number): void {
    const before = this.#expectedMs.get(name) ?? ms;
    this.#expectedMs.set(name, before + (ms - before) * LEARNING);
  }

  expectedMs(name: OperationName): number {
    return Math.max(LEAST_MS, this.#expectedMs.get(name) ?? LEAST_MS);
  }
}
