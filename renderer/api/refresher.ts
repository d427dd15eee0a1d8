import type { Query, QueryClient } from '@tanstack/react-query';
import type { SessionDetail } from '../../collector/contract/sessions.ts';
import { createCoalescer, type Coalescer } from '../lib/coalesce.ts';
import type { StreamEvent } from './event-stream.ts';
import { invalidate } from './invalidate.ts';
import { isStale, summarizeEvents } from './live-changes.ts';
import { isConversation } from './queries.ts';

// At most ten updates of the cache a second; each waits for the last one's answers (see createCoalescer), and where these
// take long, as the tree of thousands of spans does, as long again: somebody scrolls in it meanwhile.
const UPDATE_INTERVAL_MS = 100;
const UPDATE_REST = 1;
const HELD_INTERVAL_MS = 1000;
// One of many megabytes takes a reader and the page a second or more: of the time of both it gets a third.
const CONVERSATION_REST = 2;

/** For a query of what stands still while somebody reads: who is not following sees as much of it once a second. */
export const HELD = { meta: { isHeld: true } } as const;

const isHeld = (query: Query): boolean => query.meta?.['isHeld'] === true && query.isActive();

/** Marks what events of a project's stream touch as stale, so that what of it is on screen is fetched again. */
export function createRefresher(client: QueryClient, project: string): Coalescer<StreamEvent> {
  const refresh = (queries: readonly Query[]): Promise<void> => {
    const stale = new Set(queries);
    return invalidate(client, { predicate: (query) => stale.has(query) });
  };
  // A conversation can take seconds to read: what else is shown of a trace does not wait for it.
  const conversations = createCoalescer<Query>(refresh, {
    intervalMs: UPDATE_INTERVAL_MS,
    rest: CONVERSATION_REST,
  });
  const held = createCoalescer<Query>(refresh, { intervalMs: HELD_INTERVAL_MS });
  const updates = createCoalescer<StreamEvent>(
    (events) => {
      const changes = summarizeEvents(events, shownSessions(client, project));
      const atOnce: Query[] = [];
      for (const query of client.getQueryCache().getAll()) {
        if (!isStale(query.queryKey, project, changes)) continue;
        if (isConversation(query.queryKey)) conversations.add(query);
        else if (isHeld(query)) held.add(query);
        else atOnce.push(query);
      }
      return refresh(atOnce);
    },
    { intervalMs: UPDATE_INTERVAL_MS, firstMs: 20, rest: UPDATE_REST },
  );
  return {
    add: (event) => updates.add(event),
    stop() {
      updates.stop();
      conversations.stop();
      held.stop();
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
