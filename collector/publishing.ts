import type { Deletion } from './contract/stream.ts';
import type { Deleted } from './ingest/jobs.ts';
import type { LiveHub, PublishedRun } from './live/hub.ts';
import type { CommittedRun } from './store/rows/committed-span.ts';

/** Tells listeners of committed spans. */
export const publishStored = (hub: LiveHub, runs: readonly CommittedRun[]): void =>
  hub.publish(runs.map(publishedRun));

const publishedRun = (run: CommittedRun): PublishedRun => ({
  project_id: run.projectId,
  trace_id: run.traceId,
  span_ids: run.spanIds,
  session_id: run.sessionId,
  other_sessions: run.otherSessions,
  user_id: run.userId,
  replaced: run.replaced,
  trace_complete: run.traceComplete,
});

/** A trace or a session is named; of a whole project its listeners hear that they should reload. */
export function publishDeleted(hub: LiveHub, deleted: readonly Deleted[]): void {
  const named = (one: Deleted): one is Deletion => one.trace_id !== undefined || one.session_id !== undefined;
  hub.publishDeleted(deleted.filter(named));
  for (const one of deleted) if (!named(one)) hub.publishProjectDeleted(one.project_id);
}
