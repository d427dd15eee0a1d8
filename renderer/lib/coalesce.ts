export type Coalescer<Item> = {
  /** Takes an item in; it is handed on with the next batch. */
  add(item: Item): void;
  /** Forgets what waits; nothing is handed on after it. */
  stop(): void;
};

export type CoalescerOptions = {
  readonly intervalMs: number;
  readonly firstMs?: number;
  /** After a batch, rest for this many times as long as it took, where batches cost too much to follow at once; 0 without it. */
  readonly rest?: number;
};

const LONGEST_REST_MS = 5000;

/**
 * Gathers items and hands them on in batches, at least `intervalMs` apart and never while the last batch is still being
 * dealt with: a slow screen gets fewer, larger batches instead of a queue. `handle` deals with its own errors. The first item
 * waits `firstMs`, so that a burst is one batch. Every item is handed on exactly once.
 */
export function createCoalescer<Item>(
  handle: (batch: readonly Item[]) => Promise<void>,
  options: CoalescerOptions,
): Coalescer<Item> {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let busy = false;
  let stopped = false;
  let earliestMs = 0;

  const schedule = (): void => {
    if (timer !== null || busy || stopped || waiting.length === 0) return;
    const delayMs = Math.max(options.firstMs ?? 0, earliestMs - performance.now());
    timer = setTimeout(() => void flush(), delayMs);
  };
  const flush = async (): Promise<void> => {
    timer = null;
    const batch = waiting;
    waiting = [];
    busy = true;
    const began = performance.now();
    try {
      await handle(batch);
    } finally {
      busy = false;
      const ended = performance.now();
      const restMs = Math.min((options.rest ?? 0) * (ended - began), LONGEST_REST_MS);
      earliestMs = Math.max(began + options.intervalMs, ended + restMs);
      schedule();
    }
  };
  return {
    add(item) {
      if (stopped) return;
      waiting.push(item);
      schedule();
    },
    stop() {
      stopped = true;
      waiting = [];
      if (timer !== null) clearTimeout(timer);
    },
  };
}
