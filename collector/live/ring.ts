/** Events kept for clients that are behind or come back. */
const RING_SIZE = 10_000;

/** Text handed to a socket in one go. */
const READ_BYTES = 64 * 1024;

export interface RingEntry<T> {
  readonly id: number;
  readonly event: T;
  /** As it goes over the wire, made when the first client wants it. */
  text: string | undefined;
}

/**
 * The last events, for whoever listens. There is no queue a client: each has a place in one ring, so a slow one costs
 * nothing.
 */
export class EventRing<T> {
  readonly #entries: (RingEntry<T> | undefined)[] = Array.from({ length: RING_SIZE });
  readonly #firstId: number;
  #nextId: number;
  readonly #waiting = new Set<() => void>();

  constructor(firstId: number) {
    this.#firstId = firstId;
    this.#nextId = firstId;
  }

  publish(events: Iterable<T>): void {
    const before = this.#nextId;
    for (const event of events) {
      const id = this.#nextId++;
      this.#entries[id % RING_SIZE] = { id, event, text: undefined };
    }
    if (this.#nextId === before) return;
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  get lastId(): number {
    return this.#nextId - 1;
  }

  /** The event after `id`; null where it has fallen out of the ring; undefined where there is none yet. */
  after(id: number): RingEntry<T> | null | undefined {
    if (id === this.lastId) return undefined;
    const entry = this.#entries[(id + 1) % RING_SIZE];
    return id >= this.#firstId - 1 && entry?.id === id + 1 ? entry : null;
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
  /** What a listener is told that fell off the end: to reload. */
  resync(id: number): string;
  /** The field that names the place of a listener who comes without one. */
  opening?(id: number): string;
}

/** A place in a ring. One that fell behind gets one `resync`. */
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
    while (text.length < READ_BYTES) {
      const entry = this.#ring.after(this.#lastId);
      if (entry === undefined) break;
      if (entry === null) {
        this.#lastId = this.#ring.lastId;
        return text + this.#format.resync(this.#lastId);
      }
      this.#lastId = entry.id;
      if (this.#wants(entry.event)) text += entry.text ??= this.#format.write(entry);
    }
    return text;
  }

  changed(signal: AbortSignal): Promise<void> {
    return this.#ring.changed(signal);
  }
}
