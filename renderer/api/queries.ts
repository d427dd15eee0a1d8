import { queryOptions, type QueryKey } from '@tanstack/react-query';
import type { FilterOptions } from '../../collector/contract/filter-options.ts';
import type { Health } from '../../collector/contract/health.ts';
import type { IngestRequestList } from '../../collector/contract/ingest-requests.ts';
import type { LogRecord } from '../../collector/contract/logs.ts';
import type { TraceEvents } from '../../collector/contract/events.ts';
import type { Conversation } from '../../collector/contract/messages.ts';
import type { MetricDetail, MetricSummary } from '../../collector/contract/metrics.ts';
import type { ProjectList } from '../../collector/contract/projects.ts';
import type { Stats, StatsGroup } from '../../collector/contract/stats.ts';
import type { SessionDetail, SessionSummary } from '../../collector/contract/sessions.ts';
import type { Settings } from '../../collector/contract/settings.ts';
import type { Span, SpanDetail, SpanPage } from '../../collector/contract/spans.ts';
import type { TokenList } from '../../collector/contract/tokens.ts';
import type { TraceTotals } from '../../collector/contract/totals.ts';
import type { TraceSummary, TraceTreeDetail } from '../../collector/contract/traces.ts';
import { byName } from '../lib/by-name.ts';
import { desktop } from '../lib/desktop.ts';
import type { Listed } from '../lib/filter-fields.ts';
import { spanKey } from '../lib/span-key.ts';
import { localZone } from '../lib/time.ts';
import { takeAnswer } from './ahead.ts';
import { getJson, withQuery, type QueryValue } from './client.ts';
import { projectPath, tracePath, traceTreePath } from './paths.ts';
import { sharedPage, type PageOf } from './shared-page.ts';
import { withTree } from './trace-with-tree.ts';

// Keys are ['project', project, kind, …ids]: api/live-changes.ts tells by them what an event makes stale.
export const queryKeys = {
  project: (project: string) => ['project', project] as const,
  traces: (project: string) => ['project', project, 'traces'] as const,
  sessions: (project: string) => ['project', project, 'sessions'] as const,
  spans: (project: string) => ['project', project, 'spans'] as const,
  logs: (project: string) => ['project', project, 'logs'] as const,
  metrics: (project: string) => ['project', project, 'metrics'] as const,
  trace: (project: string, traceId: string) => ['project', project, 'trace', traceId] as const,
  span: (project: string, traceId: string, spanId: string) =>
    ['project', project, 'span', traceId, spanId] as const,
  session: (project: string, sessionId: string) => ['project', project, 'session', sessionId] as const,
  counts: (project: string) => ['project', project, 'counts'] as const,
  stats: (project: string) => ['project', project, 'stats'] as const,
};

/** Whether what was said in a trace, a session or a span is read by this key. */
export const isConversation = (key: QueryKey): boolean => key.at(-1) === 'messages';

/** Throws ApiError where the collector does not answer. */
export function readHealth(signal?: AbortSignal): Promise<Health> {
  return getJson('/api/v1/health', signal);
}

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => readHealth(signal),
  refetchInterval: 2000,
  staleTime: 1000,
});

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }): Promise<ProjectList> => {
    const { data } = await getJson<ProjectList>('/api/v1/projects', signal);
    return { data: data.toSorted((a, b) => byName(a.project_id, b.project_id)) };
  },
  refetchInterval: 15_000,
});

/** The last export requests, of all projects: no stream tells of them, so they are asked for while they are looked at. */
export const ingestRequestsQuery = queryOptions({
  queryKey: ['ingest-requests'],
  queryFn: ({ signal }) => getJson<IngestRequestList>('/api/v1/ingest/requests', signal),
  refetchInterval: 2000,
  staleTime: 1000,
});

/** Read anew whenever somebody looks: other programs and files may have changed them. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => getJson<Settings>('/api/v1/settings', signal),
  staleTime: 0,
});

/** Read anew whenever somebody looks: they are made and revoked by the command line, too. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => getJson<TokenList>('/api/v1/tokens', signal),
  staleTime: 0,
});

/** What the desktop app keeps; null in a browser. */
export const desktopSettingsQuery = queryOptions({
  queryKey: ['desktop-settings'],
  queryFn: () => desktop()?.settings() ?? null,
  staleTime: 0,
});

export type ListQuery = Readonly<Record<string, QueryValue>>;

/** How to fetch one page of a list. */
export type PageQuery<Row> = {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<PageOf<Row>>;
  readonly structuralSharing: (before: unknown, after: unknown) => unknown;
};

type PagedKind = 'traces' | 'sessions' | 'spans' | 'logs' | 'metrics';

/** A page of `kind`'s rows; one that says what it said last stays the same object, wherever it stands now. */
const pageQuery = <Row extends object>(
  kind: PagedKind,
  project: string,
  query: ListQuery,
  keyOf: (row: Row) => string,
): PageQuery<Row> => ({
  queryKey: [...queryKeys[kind](project), query],
  queryFn: ({ signal }) => getJson(withQuery(`${projectPath(project)}/${kind}`, query), signal),
  structuralSharing: (before, after) =>
    sharedPage(before as PageOf<Row> | undefined, after as PageOf<Row>, keyOf),
});

export const tracePageQuery = (project: string, query: ListQuery): PageQuery<TraceSummary> =>
  pageQuery('traces', project, query, (trace) => trace.trace_id);

export const sessionPageQuery = (project: string, query: ListQuery): PageQuery<SessionSummary> =>
  pageQuery('sessions', project, query, (session) => session.session_id);

export const spanPageQuery = (project: string, query: ListQuery): PageQuery<Span> =>
  pageQuery<Span>('spans', project, query, spanKey);

export const logPageQuery = (project: string, query: ListQuery): PageQuery<LogRecord> =>
  pageQuery('logs', project, query, (record) => record.id);

export const metricPageQuery = (project: string, query: ListQuery): PageQuery<MetricSummary> =>
  pageQuery('metrics', project, query, (metric) => metric.name);

/** A metric's series with the points of a time range. */
export function metricQuery(project: string, name: string, range: ListQuery) {
  return queryOptions({
    queryKey: [...queryKeys.metrics(project), 'series', name, range],
    queryFn: ({ signal }) =>
      getJson<MetricDetail>(
        withQuery(`${projectPath(project)}/metrics/${encodeURIComponent(name)}`, range),
        signal,
      ),
  });
}

/**
 * What a list can be filtered by, with counts: read anew whenever the menu opens. `isOfAi`: of a list that leaves out traces without
 * an AI span.
 */
export function filterOptionsQuery(project: string, listed: Listed, isOfAi = false) {
  return queryOptions({
    queryKey: ['project', project, 'filter-options', listed, isOfAi],
    queryFn: ({ signal }) =>
      getJson<FilterOptions>(
        withQuery(
          `${projectPath(project)}/${listed}/filter-options`,
          isOfAi ? { include_nongenai: false } : {},
        ),
        signal,
      ),
    staleTime: 3000,
  });
}

/** The figures of the traces that a query chooses, by local hours and days, and what their groups are by. */
export function statsQuery<By extends StatsGroup>(project: string, query: ListQuery, by: By) {
  const asked = { ...query, time_zone: localZone(), group_by: by };
  return queryOptions({
    queryKey: [...queryKeys.stats(project), asked],
    queryFn: async ({ signal }) => ({
      ...(await getJson<Stats>(withQuery(`${projectPath(project)}/stats`, asked), signal)),
      by,
    }),
  });
}

/** The first traces in an order, told anew as often as the figures are. */
export function topTracesQuery(project: string, query: ListQuery) {
  const { queryKey, queryFn } = tracePageQuery(project, query);
  return queryOptions({ queryKey: [...queryKeys.stats(project), ...queryKey], queryFn });
}

/** The trace as a tree (traceTreePath). */
export function traceQuery(project: string, traceId: string) {
  const path = traceTreePath(project, traceId);
  return queryOptions({
    queryKey: queryKeys.trace(project, traceId),
    queryFn: async ({ signal }) =>
      withTree(await (takeAnswer<TraceTreeDetail>(path) ?? getJson<TraceTreeDetail>(path, signal))),
    // A tree that has grown is built anew; to compare it span by span first costs more than that.
    structuralSharing: false,
  });
}

export function traceMessagesQuery(project: string, traceId: string) {
  return queryOptions({
    queryKey: [...queryKeys.trace(project, traceId), 'messages'],
    queryFn: ({ signal }) => getJson<Conversation>(`${tracePath(project, traceId)}/messages`, signal),
  });
}

/** How the trace's tokens and cost were counted. */
export function traceTotalsQuery(project: string, traceId: string) {
  return queryOptions({
    queryKey: [...queryKeys.trace(project, traceId), 'totals'],
    queryFn: ({ signal }) => getJson<TraceTotals>(`${tracePath(project, traceId)}/totals`, signal),
  });
}

/** When the events of its spans happened. */
export function traceEventsQuery(project: string, traceId: string) {
  return queryOptions({
    queryKey: [...queryKeys.trace(project, traceId), 'events'],
    queryFn: ({ signal }) => getJson<TraceEvents>(`${tracePath(project, traceId)}/events`, signal),
  });
}

/** The spans of a trace's tools, the newest thousand: what a session shows of them without loading whole traces. */
export function traceToolsQuery(project: string, traceId: string) {
  const query = { trace_id: traceId, span_category: 'tool', limit: 1000 };
  return queryOptions({
    queryKey: [...queryKeys.trace(project, traceId), 'tools'],
    queryFn: ({ signal }) => getJson<SpanPage>(withQuery(`${projectPath(project)}/spans`, query), signal),
  });
}

export function spanQuery(project: string, traceId: string, spanId: string) {
  return queryOptions({
    queryKey: [...queryKeys.span(project, traceId, spanId), 'detail'],
    queryFn: ({ signal }) => getJson<SpanDetail>(spanPath(project, traceId, spanId), signal),
  });
}

/** The span with `raw_span`, which can be large: only for the page that shows it. */
export function rawSpanQuery(project: string, traceId: string, spanId: string) {
  return queryOptions({
    queryKey: [...queryKeys.span(project, traceId, spanId), 'raw'],
    queryFn: ({ signal }) =>
      getJson<SpanDetail>(withQuery(spanPath(project, traceId, spanId), { include_raw_span: true }), signal),
  });
}

export function spanMessagesQuery(project: string, traceId: string, spanId: string) {
  return queryOptions({
    queryKey: [...queryKeys.span(project, traceId, spanId), 'messages'],
    queryFn: ({ signal }) => getJson<Conversation>(`${spanPath(project, traceId, spanId)}/messages`, signal),
  });
}

export function sessionQuery(project: string, sessionId: string) {
  return queryOptions({
    queryKey: queryKeys.session(project, sessionId),
    queryFn: ({ signal }) => getJson<SessionDetail>(sessionPath(project, sessionId), signal),
  });
}

export function sessionMessagesQuery(project: string, sessionId: string) {
  return queryOptions({
    queryKey: [...queryKeys.session(project, sessionId), 'messages'],
    queryFn: ({ signal }) => getJson<Conversation>(`${sessionPath(project, sessionId)}/messages`, signal),
  });
}

/** The newest thousand of a session's model calls that failed: no message tells what they took. */
export function sessionFailuresQuery(project: string, sessionId: string) {
  const query = {
    session_id: sessionId,
    observation_type: 'generation',
    status_code: 'ERROR',
    limit: 1000,
  };
  return queryOptions({
    queryKey: [...queryKeys.session(project, sessionId), 'failures'],
    queryFn: ({ signal }) => getJson<SpanPage>(withQuery(`${projectPath(project)}/spans`, query), signal),
  });
}

function spanPath(project: string, traceId: string, spanId: string): string {
  return `${tracePath(project, traceId)}/spans/${encodeURIComponent(spanId)}`;
}

function sessionPath(project: string, sessionId: string): string {
  return `${projectPath(project)}/sessions/${encodeURIComponent(sessionId)}`;
}
