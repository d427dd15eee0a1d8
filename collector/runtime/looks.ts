const SOON_MS = 5000;
/** Between looks at what is idle. */
export const SELDOM_MS = 60_000;

/**
 * Looks every five seconds while something may be wrong, and seldom otherwise: what wakes an idle process costs power, and where
 * the system takes back memory that was not used for seconds, ten milliseconds each time.
 */
export class Looks {
  readonly #look: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;

  /** `look` answers whether the next one is to come soon as well. */
  constructor(look: () => boolean) {
    this.#look = look;
  }

  start(): void {
    if (this.#timer === undefined) this.#every(SELDOM_MS);
  }

  /** Something has begun: looks within five seconds. Nothing before the start and after the stop. */
  lookSoon(): void {
    if (!this.#isSoon && this.#timer !== undefined) this.#every(SOON_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #every(milliseconds: number): void {
    clearInterval(this.#timer);
    this.#isSoon = milliseconds === SOON_MS;
    this.#timer = setInterval(() => {
      const isSoon = this.#look();
      if (isSoon !== this.#isSoon && this.#timer !== undefined)
        this.#every(this.#isSoon ? SELDOM_MS : SOON_MS);
    }, milliseconds).unref();
  }
}
