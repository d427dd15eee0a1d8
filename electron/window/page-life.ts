/** How long a page lives: what was opened for one ends when it goes, also where nobody says so on the way. */
export class PageLife {
  #current = new AbortController();

  /** Aborted when the page that is there now goes. */
  get signal(): AbortSignal {
    return this.#current.signal;
  }

  /** The page is gone, or another takes its place. */
  renew(): void {
    this.#current.abort();
    this.#current = new AbortController();
  }
}
