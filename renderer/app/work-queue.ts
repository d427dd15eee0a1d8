export type WorkQueue<Item> = {
  /** Takes more in, behind what waits. */
  readonly add: (items: readonly Item[]) => void;
  /** Stops what is worked on and lets go of what waits; what is added later is worked on again. */
  readonly cancel: () => void;
};

export type QueueState<Item> = { readonly current: Item; readonly waiting: number };

/**
 * Works through what is added, one after the other, whenever it is added. `work` never rejects: what fails is told in it.
 * `onState` hears what is worked on and how many wait, and null once nothing does.
 */
export function createWorkQueue<Item>(options: {
  readonly work: (item: Item, signal: AbortSignal) => Promise<void>;
  readonly onState: (state: QueueState<Item> | null) => void;
}): WorkQueue<Item> {
  const { work, onState } = options;
  const waiting: Item[] = [];
  let running: { readonly item: Item; readonly controller: AbortController } | null = null;
  const tell = (): void =>
    onState(running === null ? null : { current: running.item, waiting: waiting.length });
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const [item] = waiting.splice(0, 1) as [Item];
      const controller = new AbortController();
      running = { item, controller };
      tell();
      await work(item, controller.signal);
    }
    running = null;
    tell();
  };
  return {
    add(items) {
      waiting.push(...items);
      if (running !== null) tell();
      else if (items.length > 0) void run();
    },
    cancel() {
      waiting.length = 0;
      running?.controller.abort();
      tell();
    },
  };
}
