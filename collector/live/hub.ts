import type { Deletion, SpanStored, StreamQuery } from '../contract/stream.ts';

/** Events kept for clients that are behind or come back. */
const RING_SIZE = 10_000;

/** Text handed to a socket in one go. */
const READ_BYTES = 64 * 1024;

type LiveEvent =
  | { readonly name: 'span'; readonly span: SpanStored }
  | { readonly name: 'deleted'; readonly deletion: Deletion }
  | { readonly name: 'resync'; readonly projectId: string };

interface Entry {
  readonly id: number;
  readonly event: LiveEvent;
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
    this.#publish(
      spans.map(({ project_id, trace_id, span_id, session_id, user_id }) => ({
        name: 'span',
        span: { project_id, trace_id, span_id, session_id, user_id },
      })),
    );
  }

  /** Call after the commit: whoever fetches it on hearing of it finds nothing. */
  publishDeleted(deletions: readonly Deletion[]): void {
    this.#publish(deletions.map((deletion) => ({ name: 'deleted', deletion })));
  }

  /** Has everyone who listens to the project reload: more has changed than is worth telling one by one. */
  publishResync(projectId: string): void {
    this.#publish([{ name: 'resync', projectId }]);
  }

  #publish(events: readonly LiveEvent[]): void {
    for (const event of events) {
      const id = this.#nextId++;
      this.#ring[id % RING_SIZE] = { id, event, text: undefined };
    }
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Listens to one project from now on, or from `lastEventId` on. */
  listen(projectId: string, filter: StreamQuery, lastEventId?: number): Listener {
    return new Listener(this, projectId, filter, lastEventId ?? this.#nextId - 1);
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
  readonly #projectId: string;
  readonly #filter: StreamQuery;
  #lastId: number;

  constructor(hub: LiveHub, projectId: string, filter: StreamQuery, lastId: number) {
    this.#hub = hub;
    this.#projectId = projectId;
    this.#filter = filter;
    this.#lastId = lastId;
  }

  /** The next events as SSE text, empty when there are none. A listener that fell behind gets one `resync`. */
  read(): string {
    let text = '';
    while (text.length < READ_BYTES) {
      const entry = this.#hub.after(this.#lastId);
      if (entry === undefined) break;
      if (entry === null) {
        this.#lastId = this.#hub.lastId;
        return text + block('resync', this.#lastId, {});
      }
      this.#lastId = entry.id;
      if (fits(entry.event, this.#projectId, this.#filter)) text += entry.text ??= write(entry);
    }
    return text;
  }

  changed(signal: AbortSignal): Promise<void> {
    return this.#hub.changed(signal);
  }
}

function write({ id, event }: Entry): string {
  if (event.name === 'span') return block('span', id, event.span);
  if (event.name === 'resync') return block('resync', id, {});
  const { trace_id, session_id } = event.deletion;
  return block('deleted', id, trace_id === undefined ? { session_id } : { trace_id });
}

const block = (name: string, id: number, data: object): string =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

function fits(event: LiveEvent, projectId: string, filter: StreamQuery): boolean {
  if (event.name === 'resync') return event.projectId === projectId;
  if (event.name === 'deleted')
    return event.deletion.project_id === projectId && isAbout(event.deletion, filter);
  const { span } = event;
  return (
    span.project_id === projectId &&
    (filter.trace_id === undefined || filter.trace_id === span.trace_id) &&
    (filter.span_id === undefined || filter.span_id === span.span_id) &&
    (filter.session_id === undefined || filter.session_id === span.session_id)
  );
}

/**
 * Whether a deletion takes what a listener watches. A deleted trace takes every span of it, so a span is watched by its
 * trace; a deleted session takes the traces that it says, or those that are watched together with it.
 */
function isAbout(deletion: Deletion, { trace_id, span_id, session_id }: StreamQuery): boolean {
  if (session_id !== undefined && session_id !== deletion.session_id) return false;
  if (span_id !== undefined && trace_id === undefined) return false;
  if (trace_id === undefined) return true;
  if (deletion.trace_id !== undefined) return deletion.trace_id === trace_id;
  return deletion.trace_ids?.includes(trace_id) ?? session_id !== undefined;
}
