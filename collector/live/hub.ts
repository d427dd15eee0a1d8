import type { Deletion, SpanStored, StreamQuery } from '../contract/stream.ts';
import { EventRing, RingListener, type RingEntry, type WireFormat } from './ring.ts';
import { TraceFeed } from './trace-feed.ts';

/**
 * Stored spans that came in a row and of which the same is told, as they are published; `replaced` and `trace_complete` are for
 * the unscoped stream.
 */
export type PublishedRun = Omit<SpanStored, 'span_id'> & {
  readonly span_ids: readonly string[];
  /** Further sessions whose listeners are told of them. */
  readonly other_sessions?: readonly string[];
  /** They replaced spans that were stored before. */
  readonly replaced?: boolean;
  /** Their trace has a root and misses no parent; null where that is as before. */
  readonly trace_complete?: boolean | null;
};

interface SpanEvent {
  readonly name: 'span';
  readonly span: SpanStored;
  readonly otherSessions: readonly string[];
}

type LiveEvent =
  | SpanEvent
  | { readonly name: 'deleted'; readonly deletion: Deletion }
  | { readonly name: 'resync'; readonly projectId: string };

export type Listener = RingListener<LiveEvent>;

/** What was committed last, for whoever listens: by project, and the unscoped interface's own feed. */
export class LiveHub {
  readonly traces: TraceFeed;
  readonly #ring: EventRing<LiveEvent>;

  constructor(now = Date.now()) {
    // From the clock on, so that an id from before a restart is never mistaken for one of this run.
    this.#ring = new EventRing(now * 1000);
    this.traces = new TraceFeed();
  }

  /** Call after the commit: whoever fetches a span on hearing of it finds it. */
  publish(runs: readonly PublishedRun[]): void {
    for (const { project_id, trace_id, span_ids, session_id, user_id, other_sessions = [] } of runs)
      this.#ring.publishAs(span_ids, (span_id) => ({
        name: 'span',
        span: { project_id, trace_id, span_id, session_id, user_id },
        otherSessions: other_sessions,
      }));
    this.traces.publish(runs);
  }

  /** Call after the commit: whoever fetches it on hearing of it finds nothing. */
  publishDeleted(deletions: readonly Deletion[]): void {
    this.#forgetNames(takenBy(deletions));
    this.#ring.publish(deletions.map((deletion) => ({ name: 'deleted', deletion })));
    this.traces.forget(deletions);
  }

  /** Call after the commit. The project may be of any size: its listeners are told to reload. */
  publishProjectDeleted(projectId: string): void {
    this.traces.forgetProject(projectId);
    this.publishResync(projectId);
  }

  /** Has everyone who listens to the project reload: more has changed than is worth telling one by one. */
  publishResync(projectId: string): void {
    this.#forgetNames(({ project_id }) => project_id === projectId);
    this.#ring.publish([{ name: 'resync', projectId }]);
    this.traces.resync(projectId);
  }

  /** A listener that comes back to a place before a deletion is told of the spans, but not whose they were. */
  #forgetNames(isGone: (span: SpanStored) => boolean): void {
    this.#ring.retell(
      (event) => event.name === 'span' && isNamed(event) && isGone(event.span),
      (event) => (event.name === 'span' ? withoutNames(event) : event),
    );
  }

  /** Listens to one project from now on, or from `lastEventId` on. */
  listen(projectId: string, filter: StreamQuery, lastEventId?: number): Listener {
    return new RingListener(this.#ring, FORMAT, (event) => fits(event, projectId, filter), lastEventId);
  }

  get lastId(): number {
    return this.#ring.lastId;
  }

  changed(signal: AbortSignal): Promise<void> {
    return this.#ring.changed(signal);
  }
}

const isNamed = ({ span, otherSessions }: SpanEvent): boolean =>
  span.session_id !== null || span.user_id !== null || otherSessions.length > 0;

const withoutNames = ({ name, span }: SpanEvent): SpanEvent => ({
  name,
  span: { ...span, session_id: null, user_id: null },
  otherSessions: [],
});

/** Whether a span is gone with one of the deletions. */
function takenBy(deletions: readonly Deletion[]): (span: SpanStored) => boolean {
  const traces = new Set<string>();
  const sessions = new Set<string>();
  for (const { project_id, trace_id, session_id, trace_ids = [] } of deletions) {
    if (trace_id === undefined) sessions.add(`${project_id} ${session_id}`);
    else traces.add(`${project_id} ${trace_id}`);
    for (const id of trace_ids) traces.add(`${project_id} ${id}`);
  }
  return ({ project_id, trace_id, session_id }) =>
    traces.has(`${project_id} ${trace_id}`) ||
    (session_id !== null && sessions.has(`${project_id} ${session_id}`));
}

function write({ id, event }: RingEntry<LiveEvent>): string {
  if (event.name === 'span') return block('span', id, event.span);
  if (event.name === 'resync') return block('resync', id, {});
  const { deletion } = event;
  const { trace_id, session_id } = deletion;
  return block('deleted', id, trace_id === undefined ? { session_id } : { trace_id });
}

const block = (name: string, id: number, data: object): string =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

/** A new listener is told its place in the stream: cut off before its first event, it comes back there and misses nothing. */
const FORMAT: WireFormat<LiveEvent> = {
  write,
  resync: (id) => block('resync', id, {}),
  opening: (id) => `id: ${id}\n`,
};

function fits(event: LiveEvent, projectId: string, filter: StreamQuery): boolean {
  if (event.name === 'resync') return event.projectId === projectId;
  if (event.name === 'deleted')
    return event.deletion.project_id === projectId && isAbout(event.deletion, filter);
  const { span, otherSessions } = event;
  return (
    span.project_id === projectId &&
    (filter.trace_id === undefined || filter.trace_id === span.trace_id) &&
    (filter.span_id === undefined || filter.span_id === span.span_id) &&
    (filter.session_id === undefined ||
      filter.session_id === span.session_id ||
      otherSessions.includes(filter.session_id))
  );
}

/**
 * Whether a deletion takes what a listener watches. A deleted trace takes every span of it, so a span is watched by its
 * trace; a deleted session takes the traces that it says, or those that are watched together with it. Which other
 * sessions a trace held spans of is not told: to hear of it without need is harmless.
 */
function isAbout(deletion: Deletion, { trace_id, span_id, session_id }: StreamQuery): boolean {
  const isOfIt = session_id === undefined || session_id === deletion.session_id;
  if (!isOfIt && !(deletion.trace_id !== undefined && deletion.names_others)) return false;
  if (span_id !== undefined && trace_id === undefined) return false;
  if (trace_id === undefined) return true;
  if (deletion.trace_id !== undefined) return deletion.trace_id === trace_id;
  return deletion.trace_ids?.includes(trace_id) ?? session_id !== undefined;
}
