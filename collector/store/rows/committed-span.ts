import type { LoggedSpan } from '../writing/log-writer.ts';
import type { TraceEntry } from '../traces/trace-cache.ts';
import type { SpanColumns } from './span-row.ts';

/**
 * What listeners are told of a span once it is committed. `replaced`: it was stored before; so is one for which only log
 * records came that change what it says.
 */
export interface CommittedSpan {
  readonly projectId: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly sessionId: string | null;
  /** Other sessions that the span changes: its trace's, and the one that the trace left with this commit. */
  readonly otherSessions: readonly string[];
  readonly userId: string | null;
  readonly replaced: boolean;
  /** The trace's root is there, no parent is missing and no span runs; null where only log records came, which change neither. */
  readonly traceComplete: boolean | null;
}

/** Consecutive spans that differ in their ids alone: nearly always those of one trace. */
export type CommittedRun = Omit<CommittedSpan, 'spanId'> & { readonly spanIds: readonly string[] };

/** The same spans in the same order: an object for each was most of the main thread's garbage. */
export function inRuns(spans: readonly CommittedSpan[]): CommittedRun[] {
  const runs: CommittedRun[] = [];
  let last: CommittedSpan | undefined;
  let spanIds: string[] = [];
  for (const span of spans) {
    if (last === undefined || !isAlike(last, span)) {
      const { spanId: _, ...said } = span;
      spanIds = [];
      runs.push({ ...said, spanIds });
    }
    spanIds.push(span.spanId);
    last = span;
  }
  return runs;
}

/** Lists of other sessions are compared by identity: nearly all are the one empty list (NO_OTHERS). */
const isAlike = (one: CommittedSpan, other: CommittedSpan): boolean =>
  one.traceId === other.traceId &&
  one.projectId === other.projectId &&
  one.sessionId === other.sessionId &&
  one.otherSessions === other.otherSessions &&
  one.userId === other.userId &&
  one.replaced === other.replaced &&
  one.traceComplete === other.traceComplete;

/** A span of the transaction that is being written. No object literal, which would hold its trace for longer, see runtime/README.md. */
export class WrittenSpan {
  readonly projectId: string;
  readonly entry: TraceEntry;
  /** The session that its trace had before this commit. */
  readonly formerSession: string | null;
  readonly spanId: string;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly replaced: boolean;

  constructor(
    projectId: string,
    entry: TraceEntry,
    { spanId, sessionId, userId }: SpanColumns,
    replaced: boolean,
  ) {
    this.projectId = projectId;
    this.entry = entry;
    this.formerSession = entry.stored?.sessionId ?? null;
    this.spanId = spanId;
    this.sessionId = sessionId;
    this.userId = userId;
    this.replaced = replaced;
  }
}

/** A span that names none itself is of its trace's session and user, which are known only when all of them are in. */
export function committedSpan(span: WrittenSpan): CommittedSpan {
  const { projectId, entry, formerSession, spanId, replaced } = span;
  const traceSession = entry.summary.sessionId;
  const sessionId = span.sessionId ?? traceSession;
  return {
    projectId,
    traceId: entry.traceId,
    spanId,
    sessionId,
    otherSessions: others(sessionId, traceSession, formerSession),
    userId: span.userId ?? entry.summary.userId,
    replaced,
    traceComplete: entry.summary.isComplete,
  };
}

export const loggedSpan = ({
  row: _row,
  speaks: _speaks,
  traceSession,
  ...span
}: LoggedSpan): CommittedSpan => ({
  ...span,
  otherSessions: others(span.sessionId, traceSession),
  replaced: true,
  traceComplete: null,
});

/** The same for all spans that change no other: nearly all do not. */
const NO_OTHERS: readonly string[] = [];

function others(sessionId: string | null, ...sessions: readonly (string | null)[]): readonly string[] {
  const isOther = (session: string | null): session is string => session !== null && session !== sessionId;
  return sessions.some(isOther) ? [...new Set(sessions.filter(isOther))] : NO_OTHERS;
}

/** The key of a span in one commit, which tells of it once. */
export const spanKey = ({
  projectId,
  traceId,
  spanId,
}: Pick<CommittedSpan, 'projectId' | 'traceId' | 'spanId'>): string => `${projectId}/${traceId}/${spanId}`;
