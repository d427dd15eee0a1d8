import { BackgroundThrottle } from './background-throttle.ts';
import type { BackgroundTask } from './background-scheduler.ts';

/**
 * Work that exporters go before: task after task, each in short transactions between two commits. While they send it falls
 * behind, though it never stands still.
 */
export abstract class SteppedWork<Task> implements BackgroundTask {
  readonly #throttle: BackgroundThrottle;
  readonly #waiting: Task[] = [];

  /** `now`: milliseconds of any steady clock; `canWait`: nobody misses it for a while. */
  constructor(now?: () => number, canWait?: boolean) {
    this.#throttle = new BackgroundThrottle(now, canWait);
  }

  stored(storingMs: number): void {
    this.#throttle.stored(storingMs);
  }

  waitMs(): number | null {
    return this.#waiting.length === 0 ? null : this.#throttle.waitMs();
  }

  /** One transaction. Throws nothing: a task that fails has ended, and what it had committed stays. */
  step(): void {
    const [task] = this.#waiting;
    if (task === undefined) return;
    const began = this.#throttle.now();
    const until = began + this.#throttle.stepMs;
    let isDone = true;
    let failure: Error | null = null;
    try {
      isDone = this.work(task, () => this.#throttle.now() < until);
    } catch (error) {
      failure = error as Error;
    }
    this.#throttle.rest(began);
    if (!isDone) return;
    this.#waiting.shift();
    this.end(task, failure);
  }

  protected wait(task: Task): void {
    this.#waiting.push(task);
  }

  /** Some of the task, in one transaction, for as long as it `hasTime`; answers whether that was the rest of it. */
  protected abstract work(task: Task, hasTime: () => boolean): boolean;

  /** After the task's last transaction, or after the one that failed. */
  protected abstract end(task: Task, failure: Error | null): void;
}
