/** How long a trace must have been quiet to count as completed. */
const QUIET_MS = 2000;

/** More than come within the quiet time at the fastest; past it the oldest are forgotten, and nobody is told of them. */
const MAX_WATCHED = 100_000;

/** Tells which complete traces have gone quiet. Holds only those whose last span came within the quiet time. */
export class TraceWatch {
  readonly #onQuiet: (traceIds: readonly string[]) => void;
  /** When each trace will have been quiet long enough; the earliest first, since all wait equally long. */
  readonly #due = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(onQuiet: (traceIds: readonly string[]) => void) {
    this.#onQuiet = onQuiet;
  }

  /** Call when spans of the trace were stored. `isComplete`: whether it is now; null where that has not changed. */
  saw(traceId: string, isComplete: boolean | null): void {
    const wasWaiting = this.#due.delete(traceId);
    if (!(isComplete ?? wasWaiting)) return;
    if (this.#due.size >= MAX_WATCHED) this.#due.delete(this.#due.keys().next().value!);
    this.#due.set(traceId, performance.now() + QUIET_MS);
    this.#arm(QUIET_MS);
  }

  /** Forgets all, and tells of none of them. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due.clear();
  }

  #arm(milliseconds: number): void {
    this.#timer ??= setTimeout(() => this.#tell(), milliseconds).unref();
  }

  #tell(): void {
    this.#timer = undefined;
    const now = performance.now();
    const quiet: string[] = [];
    for (const [traceId, due] of this.#due) {
      if (due > now) {
        this.#arm(due - now);
        break;
      }
      this.#due.delete(traceId);
      quiet.push(traceId);
    }
    if (quiet.length > 0) this.#onQuiet(quiet);
  }
}
