const MOST = 5;
const WINDOW_MS = 60_000;

/** Whether to go on after an error that nobody caught: one may be harmless, a storm of them is a broken process. */
export class ErrorBudget {
  readonly #times: number[] = [];

  /** `now` in milliseconds on any one clock. */
  take(now: number): 'go-on' | 'give-up' {
    while (this.#times.length > 0 && now - this.#times[0]! >= WINDOW_MS) this.#times.shift();
    this.#times.push(now);
    return this.#times.length > MOST ? 'give-up' : 'go-on';
  }
}
