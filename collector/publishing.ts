import type { Deletion } from './contract/stream.ts';
import type { Deleted } from './ingest/jobs.ts';
import type { LiveHub, PublishedSpan } from './live/hub.ts';
import type { CommittedSpan } from './store/committed-span.ts';

/** Tells listeners of committed spans. */
export const publishStored = (hub: LiveHub, spans: readonly CommittedSpan[]): void =>
  hub.publish(spans.map(publishedSpan));

const publishedSpan = (span: CommittedSpan): PublishedSpan => ({
  project_id: span.projectId,
  trace_id: span.traceId,
  span_id: span.spanId,
  session_id: span.sessionId,
  other_sessions: span.otherSessions,
  user_id: span.userId,
  replaced: span.replaced,
  trace_complete: span.traceComplete,
});

/** A trace or a session is named; of a whole project its listeners hear that they should reload. */
export function publishDeleted(hub: LiveHub, deleted: readonly Deleted[]): void {
  const named = (one: Deleted): one is Deletion => one.trace_id !== undefined || one.session_id !== undefined;
  hub.publishDeleted(deleted.filter(named));
  for (const one of deleted) if (!named(one)) hub.publishResync(one.project_id);
}
