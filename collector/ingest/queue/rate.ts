const WINDOW_SECONDS = 5;

/** Things a second over the last few seconds, in a handful of numbers. `now` in milliseconds of any steady clock. */
export class Rate {
  readonly #counts: number[] = Array.from({ length: WINDOW_SECONDS }, () => 0);
  #second = 0;

  add(count: number, now: number): void {
    this.#advance(now);
    this.#counts[this.#second % WINDOW_SECONDS]! += count;
  }

  perSecond(now: number): number {
    this.#advance(now);
    return this.#counts.reduce((sum, count) => sum + count, 0) / WINDOW_SECONDS;
  }

  #advance(now: number): void {
    const second = Math.floor(now / 1000);
    const passed = Math.min(second - this.#second, WINDOW_SECONDS);
    for (let i = 1; i <= passed; i++) this.#counts[(second - passed + i) % WINDOW_SECONDS] = 0;
    this.#second = Math.max(this.#second, second);
  }
}
