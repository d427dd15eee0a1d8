import type { SessionDetail } from '../../collector/contract/sessions.ts';
import type { StreamEvent } from './event-stream.ts';

/** What a batch of events makes stale. */
export type Changes = {
  /** Everything may have changed: too much was missed. */
  readonly all: boolean;
  readonly traces: ReadonlySet<string>;
  readonly sessions: ReadonlySet<string>;
  readonly spans: ReadonlySet<string>;
  /** Those of the traces and sessions that are gone: no event names what went with them. */
  readonly gone: { readonly traces: ReadonlySet<string>; readonly sessions: ReadonlySet<string> };
};

/**
 * Sums up events of `{P}/sse` (`ProjectStreamEvent`). An event that is not understood counts as `resync`. `shown`: a session
 * changes with each of the traces that it lists, also by a span that names another one.
 */
export function summarizeEvents(
  events: readonly StreamEvent[],
  shown: readonly Pick<SessionDetail, 'session_id' | 'traces'>[] = [],
): Changes {
  const traces = new Set<string>();
  const sessions = new Set<string>();
  const spans = new Set<string>();
  const gone = { traces: new Set<string>(), sessions: new Set<string>() };
  let all = false;
  for (const { type, data } of events) {
    if (type !== 'span' && type !== 'deleted') {
      all ||= type === 'resync';
      continue;
    }
    const ids = readIds(data);
    if (ids === null) all = true;
    if (ids?.trace !== undefined) traces.add(ids.trace);
    if (ids?.session !== undefined) sessions.add(ids.session);
    if (ids?.span !== undefined) spans.add(ids.span);
    if (type !== 'deleted') continue;
    if (ids?.trace !== undefined) gone.traces.add(ids.trace);
    if (ids?.session !== undefined) gone.sessions.add(ids.session);
  }
  for (const { session_id, traces: listed } of shown)
    if (listed.some(({ trace_id }) => traces.has(trace_id))) sessions.add(session_id);
  return { all, traces, sessions, spans, gone };
}

/** Whether a query with this key (see queries.ts) shows something that changed. */
export function isStale(key: readonly unknown[], project: string, changes: Changes): boolean {
  if (key[0] !== 'project' || key[1] !== project) return key[0] === 'projects' && changes.all;
  if (changes.all) return true;
  const { gone } = changes;
  const [, , kind, id, spanId] = key;
  switch (kind) {
    case 'traces':
    case 'sessions':
    case 'spans':
    case 'logs':
      return true;
    case 'trace':
      return changes.traces.has(String(id)) || gone.sessions.size > 0;
    case 'session':
      return changes.sessions.has(String(id)) || gone.traces.size > 0;
    case 'span':
      return changes.spans.has(String(spanId)) || gone.traces.has(String(id)) || gone.sessions.size > 0;
    default:
      return false;
  }
}

/**
 * Whether a row of a list, whatever it lists, may be gone. A deleted trace names its rows; what went with a session, whether a
 * session went with the last of its traces, and what went before a `resync` is not told.
 */
export function mayBeGone(row: object, { all, gone }: Changes): boolean {
  if (all || gone.sessions.size > 0) return true;
  const [trace, session]: unknown[] = [Reflect.get(row, 'trace_id'), Reflect.get(row, 'session_id')];
  return typeof trace === 'string'
    ? gone.traces.has(trace)
    : typeof session === 'string' && gone.traces.size > 0;
}

/** The ids in an event's data; null where it cannot be read. */
export function readIds(data: string): { trace?: string; session?: string; span?: string } | null {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value !== 'object' || value === null) return null;
    const read = (key: string): string | undefined => {
      const id: unknown = Reflect.get(value, key);
      return typeof id === 'string' ? id : undefined;
    };
    const [trace, session, span] = [read('trace_id'), read('session_id'), read('span_id')];
    return {
      ...(trace === undefined ? {} : { trace }),
      ...(session === undefined ? {} : { session }),
      ...(span === undefined ? {} : { span }),
    };
  } catch {
    return null;
  }
}
