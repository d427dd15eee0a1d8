export type Progress = { readonly done: number; readonly total: number };

/**
 * Works through items, a few at a time and in order of their start; results stand in the items' order. Rejects with the
 * first failure, after which nothing new is begun, and with the signal's reason when it is aborted; by then nothing runs
 * any more.
 */
export async function runAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  options: {
    readonly signal: AbortSignal;
    readonly atOnce?: number;
    readonly onProgress?: (progress: Progress) => void;
  },
): Promise<Result[]> {
  const { signal, atOnce = 4, onProgress } = options;
  const results: Result[] = [];
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      both.throwIfAborted();
      const at = next;
      next += 1;
      results[at] = await work(items[at] as Item, both);
      done += 1;
      onProgress?.({ done, total: items.length });
    }
  };
  onProgress?.({ done, total: items.length });
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, () =>
    // The first one counts: the others may be of its making.
    worker().catch((error: unknown) => failed.abort(error)),
  );
  await Promise.all(workers);
  failed.signal.throwIfAborted();
  return results;
}
