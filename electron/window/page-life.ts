/** How long a page lives: what was opened for one ends when it goes, also where nobody says so on the way. */
export class PageLife {
  readonly #leaving: AbortController[] = [];
  #current = new AbortController();

  /** Aborted when the page goes that is there now, or is on its way. */
  get signal(): AbortSignal {
    return this.#current.signal;
  }

  /** Another page is on its way; the one that is there lives until that has come. */
  begin(): void {
    this.#leaving.push(this.#current);
    this.#current = new AbortController();
  }

  /** The page that was on its way is there, in place of the one before. */
  arrive(): void {
    for (const page of this.#leaving.splice(0)) page.abort();
  }

  /** There is no page any more. */
  end(): void {
    this.begin();
    this.arrive();
  }
}
