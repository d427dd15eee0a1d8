import type { QueryClient } from '@tanstack/react-query';
import { createCoalescer } from '../lib/coalesce.ts';
import { takeStream } from './ahead.ts';
import type { StreamEvent, StreamOptions, StreamState } from './event-stream.ts';
import { invalidate } from './invalidate.ts';
import { streamPath } from './paths.ts';
import { openProjectStream } from './project-stream.ts';
import { queryKeys } from './queries.ts';
import { createRefresher } from './refresher.ts';

const COUNT_INTERVAL_MS = 2000;
// Figures are sums over everything that is shown: a busy exporter must not keep the collector at adding up.
const STATS_INTERVAL_MS = 4000;

export type LiveState = StreamState | 'paused';

export type KeepCurrentOptions = {
  readonly onState: (state: LiveState) => void;
  /** Each event as it comes, for what shows more than the cache holds. */
  readonly onEvent: (event: StreamEvent) => void;
};

/**
 * Keeps the query cache of a project current: events of its stream mark what they touch as stale, and what is on screen
 * is fetched again. While the page is hidden it leaves the stream, and everything counts as stale on return.
 */
export function keepCurrent(
  client: QueryClient,
  project: string,
  options: KeepCurrentOptions,
): { stop(): void } {
  const { onState } = options;
  const updates = createRefresher(client, project);
  const counts = createCoalescer<null>(() => invalidate(client, { queryKey: queryKeys.counts(project) }), {
    intervalMs: COUNT_INTERVAL_MS,
    firstMs: 50,
  });
  const stats = createCoalescer<null>(() => invalidate(client, { queryKey: queryKeys.stats(project) }), {
    intervalMs: STATS_INTERVAL_MS,
    firstMs: 300,
  });
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
      counts.stop();
      stats.stop();
    },
  };
}
