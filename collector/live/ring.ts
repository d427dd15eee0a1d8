/** Events that a client can catch up with that is behind or comes back. */
const RING_SIZE = 10_000;

/** The bytes after which a read ends: what a socket is handed in one go. */
const READ_BYTES = 64 * 1024;

export interface RingEntry<T> {
  readonly id: number;
  readonly event: T;
  /** As it goes over the wire, made when the first client wants it. */
  text: string | undefined;
}

/** Events that were published together. They are made when the first client wants them: mostly nobody listens. */
interface Batch<T> {
  readonly firstId: number;
  readonly eventAt: (index: number) => T;
  readonly entries: RingEntry<T>[];
}

/**
 * The last events, for whoever listens. Clients have no queues of their own, only a place in this ring, so that a slow one
 * costs nothing.
 */
export class EventRing<T> {
  /** Oldest first, none of them empty. */
  readonly #batches: Batch<T>[] = [];
  readonly #firstId: number;
  #nextId: number;
  readonly #waiting = new Set<() => void>();

  constructor(firstId: number) {
    this.#firstId = firstId;
    this.#nextId = firstId;
  }

  publish(events: readonly T[]): void {
    this.publishAs(events, (event) => event);
  }

  /** Publishes an event for each source, which is held instead of it: `eventOf` makes the event whenever it is wanted. */
  publishAs<S>(sources: readonly S[], eventOf: (source: S) => T): void {
    if (sources.length === 0) return;
    const eventAt = (index: number): T => eventOf(sources[index]!);
    this.#batches.push({ firstId: this.#nextId, eventAt, entries: [] });
    this.#nextId += sources.length;
    while (this.#batches.length > 1 && this.#batches[1]!.firstId <= this.#nextId - RING_SIZE)
      this.#batches.shift();
    for (const wake of this.#waiting) wake();
  }

  /**
   * Replaces events that are still held, under the same ids. Those that were published together are replaced together, where
   * `isMeant` says so of the first: they must be alike.
   */
  retell(isMeant: (event: T) => boolean, otherwise: (event: T) => T): void {
    for (const [at, { firstId, eventAt }] of this.#batches.entries())
      if (isMeant(eventAt(0)))
        this.#batches[at] = { firstId, eventAt: (index) => otherwise(eventAt(index)), entries: [] };
  }

  get lastId(): number {
    return this.#nextId - 1;
  }

  /** The event after `id`; null where it has fallen out of the ring; undefined where there is none yet. */
  after(id: number): RingEntry<T> | null | undefined {
    if (id === this.lastId) return undefined;
    const wanted = id + 1;
    const isHeld = wanted >= Math.max(this.#firstId, this.#nextId - RING_SIZE) && wanted < this.#nextId;
    if (!isHeld) return null;
    const { firstId, eventAt, entries } = this.#batchOf(wanted);
    const index = wanted - firstId;
    return (entries[index] ??= { id: wanted, event: eventAt(index), text: undefined });
  }

  /** By halving: the last that does not begin after the event. */
  #batchOf(id: number): Batch<T> {
    let [low, high] = [0, this.#batches.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#batches[middle]!.firstId <= id) low = middle;
      else high = middle - 1;
    }
    return this.#batches[low]!;
  }

  /** Resolves at the next publication, or when the signal aborts. */
  changed(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        this.#waiting.delete(wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}

/** How the events of a ring stand in a stream. */
export interface WireFormat<T> {
  write(entry: RingEntry<T>): string;
  /** What a listener is told that fell behind the ring: to reload, and to go on after `id`. */
  resync(id: number): string;
  /** The line, its end included, that tells a listener without a place that it starts after `id`. */
  opening?(id: number): string;
}

/** One client's place in a ring, and which events it wants. When it has fallen behind, it gets one `resync` instead of them. */
export class RingListener<T> {
  readonly opening: string;
  readonly #ring: EventRing<T>;
  readonly #format: WireFormat<T>;
  readonly #wants: (event: T) => boolean;
  #lastId: number;

  constructor(ring: EventRing<T>, format: WireFormat<T>, wants: (event: T) => boolean, lastId?: number) {
    this.#ring = ring;
    this.#format = format;
    this.#wants = wants;
    this.#lastId = lastId ?? ring.lastId;
    this.opening = lastId === undefined ? (format.opening?.(ring.lastId) ?? '') : '';
  }

  /** The next events as SSE text, empty when there are none. */
  read(): string {
    let text = '';
    for (let bytes = 0; bytes < READ_BYTES;) {
      const entry = this.#ring.after(this.#lastId);
      if (entry === undefined) break;
      if (entry === null) {
        this.#lastId = this.#ring.lastId;
        return this.#format.resync(this.#lastId);
      }
      this.#lastId = entry.id;
      if (!this.#wants(entry.event)) continue;
      entry.text ??= this.#format.write(entry);
      text += entry.text;
      bytes += Buffer.byteLength(entry.text);
    }
    return text;
  }

  changed(signal: AbortSignal): Promise<void> {
    return this.#ring.changed(signal);
  }
}
