import type { SpanStored, StreamQuery } from '../contract/stream.ts';

/** Events kept for clients that are behind or come back. */
const RING_SIZE = 10_000;

/** Text handed to a socket in one go. */
const READ_BYTES = 64 * 1024;

interface Entry {
  readonly id: number;
  readonly span: SpanStored;
  /** The event as it goes over the wire, made when the first client wants it. */
  text: string | undefined;
}

/**
 * What was committed last, for whoever listens. There is no queue a client: each has a place in one ring, so a slow one
 * costs nothing. One that falls off its end is told to reload.
 */
export class LiveHub {
  readonly #ring: (Entry | undefined)[] = Array.from({ length: RING_SIZE });
  /** Starts at the clock, so that an id from before a restart is never mistaken for one of this run. */
  readonly #firstId: number;
  #nextId: number;
  readonly #waiting = new Set<() => void>();

  constructor(now = Date.now()) {
    this.#firstId = now * 1000;
    this.#nextId = this.#firstId;
  }

  /** Call after the commit: whoever fetches the span on hearing of it finds it. */
  publish(spans: readonly SpanStored[]): void {
    for (const { project_id, trace_id, span_id, session_id, user_id } of spans) {
      const id = this.#nextId++;
      const span = { project_id, trace_id, span_id, session_id, user_id };
      this.#ring[id % RING_SIZE] = { id, span, text: undefined };
    }
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Listens to one project from now on, or from `lastEventId` on. */
  listen(projectId: string, filter: StreamQuery, lastEventId?: number): Listener {
    return new Listener(this, { ...filter, project_id: projectId }, lastEventId ?? this.#nextId - 1);
  }

  get lastId(): number {
    return this.#nextId - 1;
  }

  /** The event after `id`; null where it has fallen out of the ring; undefined where there is none yet. */
  after(id: number): Entry | null | undefined {
    if (id === this.lastId) return undefined;
    const entry = this.#ring[(id + 1) % RING_SIZE];
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

export class Listener {
  readonly #hub: LiveHub;
  readonly #wanted: [keyof SpanStored, string][];
  #lastId: number;

  constructor(hub: LiveHub, filter: Partial<SpanStored>, lastId: number) {
    this.#hub = hub;
    this.#lastId = lastId;
    this.#wanted = Object.entries(filter).filter(([, value]) => typeof value === 'string') as [
      keyof SpanStored,
      string,
    ][];
  }

  /** The next events as SSE text, empty when there are none. A listener that fell behind gets one `resync`. */
  read(): string {
    let text = '';
    while (text.length < READ_BYTES) {
      const entry = this.#hub.after(this.#lastId);
      if (entry === undefined) break;
      if (entry === null) {
        this.#lastId = this.#hub.lastId;
        return `${text}event: resync\nid: ${this.#lastId}\ndata: {}\n\n`;
      }
      this.#lastId = entry.id;
      if (this.#wanted.every(([key, value]) => entry.span[key] === value)) {
        entry.text ??= `event: span\nid: ${entry.id}\ndata: ${JSON.stringify(entry.span)}\n\n`;
        text += entry.text;
      }
    }
    return text;
  }

  changed(signal: AbortSignal): Promise<void> {
    return this.#hub.changed(signal);
  }
}
