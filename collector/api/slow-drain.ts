/** Of all bodies together that nobody wants. */
const BYTES_A_MS = 16 * 1024;
const BURST_BYTES = 1024 * 1024;
const EVERY_MS = 5;

/**
 * Lets bodies that are only dropped be read no faster than so much a second altogether, piece by piece in turns: a flood of
 * requests that are refused must not cost the processor and the memory of what they send.
 */
export class SlowDrain {
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  /** Bytes that may be read now; below zero, what has been read too much. */
  #budget = BURST_BYTES;
  #at: number;
  #timer: NodeJS.Timeout | undefined;

  /** Milliseconds of any steady clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#at = now();
  }

  /** So much was read; `goOn` is called when more may be. */
  read(bytes: number, goOn: () => void): void {
    this.#budget -= bytes;
    this.#waiting.push(goOn);
    this.#timer ??= setInterval(() => this.give(), EVERY_MS).unref();
  }

  /** Lets those go on for which there is room by now. */
  give(): void {
    const now = this.#now();
    this.#budget = Math.min(this.#budget + (now - this.#at) * BYTES_A_MS, BURST_BYTES);
    this.#at = now;
    // Each of them reads at once, and waits here again.
    for (let left = this.#waiting.length; left > 0 && this.#budget > 0; left--) this.#waiting.shift()!();
    if (this.#waiting.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
