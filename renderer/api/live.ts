import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { SessionDetail } from '../../collector/contract/sessions.ts';
import { createCoalescer } from '../lib/coalesce.ts';
import { takeStream } from './ahead.ts';
import type { StreamEvent, StreamOptions, StreamState } from './event-stream.ts';
import { isStale, summarizeEvents, type Changes } from './live-changes.ts';
import { streamPath } from './paths.ts';
import { openProjectStream } from './project-stream.ts';
import { isConversation, queryKeys } from './queries.ts';

// At most ten updates of the cache a second; each waits for the last one's answers (see createCoalescer).
const UPDATE_INTERVAL_MS = 100;
// One of many megabytes takes a reader and the page a second or more: of the time of both it gets a third.
const CONVERSATION_REST = 2;
const COUNT_INTERVAL_MS = 2000;
// Figures are sums over everything that is shown: a busy exporter must not keep the collector at adding up.
const STATS_INTERVAL_MS = 4000;

export type LiveState = StreamState | 'paused';

export type LiveOptions = {
  readonly onState: (state: LiveState) => void;
  /** Each event as it comes, for what shows more than the cache holds. */
  readonly onEvent: (event: StreamEvent) => void;
};

/**
 * Keeps the query cache of a project current: events of its stream mark what they touch as stale, and what is on screen
 * is fetched again. While the page is hidden it leaves the stream, and everything counts as stale on return.
 */
export function startLive(client: QueryClient, project: string, options: LiveOptions): { stop(): void } {
  const { onState } = options;
  const refresh = (isOld: (key: QueryKey) => boolean): Promise<void> =>
    client.invalidateQueries({ predicate: ({ queryKey }) => isOld(queryKey) });
  // A conversation can take seconds to read: what else is shown of a trace does not wait for it.
  const conversations = createCoalescer<Changes>(
    (batch) =>
      refresh((key) => isConversation(key) && batch.some((changes) => isStale(key, project, changes))),
    { intervalMs: UPDATE_INTERVAL_MS, rest: CONVERSATION_REST },
  );
  const updates = createCoalescer<StreamEvent>(
    (events) => {
      const changes = summarizeEvents(events, shownSessions(client, project));
      conversations.add(changes);
      return refresh((key) => !isConversation(key) && isStale(key, project, changes));
    },
    { intervalMs: UPDATE_INTERVAL_MS, firstMs: 20 },
  );
  const counts = createCoalescer<null>(
    () => client.invalidateQueries({ queryKey: queryKeys.counts(project) }),
    { intervalMs: COUNT_INTERVAL_MS, firstMs: 50 },
  );
  const stats = createCoalescer<null>(
    () => client.invalidateQueries({ queryKey: queryKeys.stats(project) }),
    { intervalMs: STATS_INTERVAL_MS, firstMs: 300 },
  );
  const streamOptions: StreamOptions = {
    url: streamPath(project),
    onState,
    onEvent: (event) => {
      options.onEvent(event);
      updates.add(event);
      counts.add(null);
      stats.add(null);
    },
  };
  const open = () => takeStream(streamOptions) ?? openProjectStream(streamOptions);
  let stream: { stop(): void } | null = document.hidden ? null : open();
  const onVisibility = (): void => {
    if (document.hidden) {
      stream?.stop();
      stream = null;
      onState('paused');
    } else if (stream === null) {
      stream = open();
    }
  };
  document.addEventListener('visibilitychange', onVisibility);
  return {
    stop() {
      document.removeEventListener('visibilitychange', onVisibility);
      stream?.stop();
      updates.stop();
      conversations.stop();
      counts.stop();
      stats.stop();
    },
  };
}

/** What the cache holds of sessions, each with its traces. */
function shownSessions(client: QueryClient, project: string): readonly SessionDetail[] {
  const found = client.getQueriesData<SessionDetail>({
    predicate: ({ queryKey: [, of, kind, , more] }) =>
      of === project && kind === 'session' && more === undefined,
  });
  return found.flatMap(([, session]) => session ?? []);
}
