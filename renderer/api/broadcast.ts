export type Broadcast<Item> = {
  readonly send: (item: Item) => void;
  /** Calls the listener with every item from now on, until what it returns is called. */
  readonly subscribe: (listener: (item: Item) => void) => () => void;
};

/** Hands items on to whoever listens; nothing is kept for those who come later. */
export function createBroadcast<Item>(): Broadcast<Item> {
  const listeners = new Set<(item: Item) => void>();
  return {
    send: (item) => {
      for (const listener of listeners) listener(item);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
