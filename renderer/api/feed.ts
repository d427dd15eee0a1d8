import { createCoalescer } from '../lib/coalesce.ts';
import type { FeedBatch } from '../lib/feed.ts';
import type { StreamEvent } from './event-stream.ts';
import { FeedReader, type FeedQuery } from './feed-reader.ts';
import { readIds } from './live-changes.ts';

// At most ten updates of the screen a second, each only when the last one's answers are there (createCoalescer).
const UPDATE_INTERVAL_MS = 100;
const FIRST_MS = 10;
const RETRY_MS = 2000;
/** A flood is over when nothing has come for so long. */
const CALM_MS = 1500;
/** An event of our own: it is time to read what happened last. */
const DUE = 'due';
/** Events that may wait to be read: past it the feed leaves them out, says so and goes on with the newest. */
const MOST_WAITING = 20_000;

export type FeedUpdate =
  | { readonly kind: 'batch'; readonly batch: FeedBatch; readonly heard: number }
  /** What happened last, for whoever sees nothing yet: the same comes as `latest` when all of it is read. */
  | { readonly kind: 'previews'; readonly batch: FeedBatch }
  | { readonly kind: 'latest'; readonly batch: FeedBatch; readonly missed: number | null }
  | { readonly kind: 'deleted'; readonly traces: ReadonlySet<string>; readonly sessions: ReadonlySet<string> }
  | { readonly kind: 'failed'; readonly error: Error };

export type FeedOptions = {
  readonly query: FeedQuery;
  readonly subscribe: (listener: (event: StreamEvent) => void) => () => void;
  readonly onUpdate: (update: FeedUpdate) => void;
};

/**
 * Tells what arrives: what happened last at once, then every span that the stream tells of, read a batch at a time. What
 * the stream could not tell (`resync`), nobody could read in time, or a flood left unread is made up for by what happened last, and
 * by asking which of the traces that were told of are still there. `stop` may be called twice.
 */
export function openFeed({ query, subscribe, onUpdate }: FeedOptions): { stop(): void } {
  const abort = new AbortController();
  const reader = new FeedReader(query, abort.signal);
  let waiting = 0;
  let missed = 0;
  let isBehind = false;
  let mayMissDeletions = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let calm: ReturnType<typeof setTimeout> | undefined;

  const handle = async (events: readonly StreamEvent[]): Promise<void> => {
    waiting -= events.length;
    try {
      const { stored, traces, sessions, heard, isResync, isDue } = sort(events);
      mayMissDeletions ||= isResync;
      if (traces.size > 0 || sessions.size > 0) onUpdate({ kind: 'deleted', traces, sessions });
      if (heard > 0) {
        const batch = await reader.readStored(stored);
        if (abort.signal.aborted) return;
        onUpdate({ kind: 'batch', batch, heard });
        clearTimeout(calm);
        if (reader.hasUnread) calm = setTimeout(readLatest, CALM_MS);
      }
      if (mayMissDeletions) {
        const gone = await reader.readGone();
        if (abort.signal.aborted) return;
        mayMissDeletions = false;
        if (gone.size > 0) onUpdate({ kind: 'deleted', traces: gone, sessions: new Set() });
      }
      if (isResync || isBehind || isDue) {
        const left = missed;
        [missed, isBehind] = [0, false];
        const batch = await reader.readLatest((previews) => onUpdate({ kind: 'previews', batch: previews }));
        if (!abort.signal.aborted) onUpdate({ kind: 'latest', batch, missed: left > 0 ? left : null });
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      onUpdate({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
      isBehind = true;
      timer = setTimeout(readLatest, RETRY_MS);
    }
  };
  const updates = createCoalescer(handle, { intervalMs: UPDATE_INTERVAL_MS, firstMs: FIRST_MS });
  const add = (event: StreamEvent): void => {
    if (waiting >= MOST_WAITING) {
      if (event.type === 'span') missed += 1;
      else mayMissDeletions = true;
      isBehind = true;
      return;
    }
    waiting += 1;
    updates.add(event);
  };
  const readLatest = (): void => add({ type: DUE, data: '' });
  const unsubscribe = subscribe(add);
  readLatest();
  return {
    stop() {
      unsubscribe();
      abort.abort();
      updates.stop();
      clearTimeout(timer);
      clearTimeout(calm);
    },
  };
}

/** What events come to: an event that can't be read counts as `resync`. */
function sort(events: readonly StreamEvent[]) {
  const stored = new Map<string, Set<string>>();
  const traces = new Set<string>();
  const sessions = new Set<string>();
  let heard = 0;
  let isResync = false;
  let isDue = false;
  for (const { type, data } of events) {
    if (type === 'resync') isResync = true;
    if (type === DUE) isDue = true;
    if (type !== 'span' && type !== 'deleted') continue;
    const ids = readIds(data);
    if (type === 'deleted') {
      if (ids === null) isResync = true;
      if (ids?.trace !== undefined) traces.add(ids.trace);
      if (ids?.session !== undefined) sessions.add(ids.session);
    } else if (ids?.trace === undefined || ids.span === undefined) {
      isResync = true;
    } else {
      heard += 1;
      const spans = stored.get(ids.trace) ?? new Set();
      stored.set(ids.trace, spans.add(ids.span));
    }
  }
  return { stored, traces, sessions, heard, isResync, isDue };
}
