const REMEMBERED = 10_000;

/** Counts traces with errors that came while nobody looked. */
export class ErrorBadge {
  readonly #traces = new Set<string>();
  readonly #show: (count: number) => void;
  #shown = 0;

  constructor(show: (count: number) => void) {
    this.#show = show;
  }

  /** A live trace with an error. `looking`: the window has the focus, so that it is seen there. */
  add(projectId: string, traceId: string, looking: boolean, enabled: boolean): void {
    if (!looking && this.#traces.size < REMEMBERED) this.#traces.add(`${projectId}/${traceId}`);
    this.refresh(enabled);
  }

  /** The window has the focus. */
  clear(): void {
    this.#traces.clear();
    this.refresh(true);
  }

  /** After the setting has changed. */
  refresh(enabled: boolean): void {
    const count = enabled ? this.#traces.size : 0;
    if (count === this.#shown) return;
    this.#shown = count;
    this.#show(count);
  }
}
