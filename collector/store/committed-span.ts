import type { LoggedSpan } from './log-writer.ts';
import type { TraceEntry } from './traces/trace-cache.ts';

/**
 * What listeners are told of a span once it is committed. `replaced`: it was stored before; so it is too when only log
 * records have come for it, with which it says more than it did.
 */
export interface CommittedSpan {
  readonly projectId: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly sessionId: string | null;
  /** Further sessions that it changes: that of its trace, and the one which this commit takes the trace from. */
  readonly otherSessions: readonly string[];
  readonly userId: string | null;
  readonly replaced: boolean;
  /** The trace's root is there, no parent is missing and no span runs; null where only log records came, which change neither. */
  readonly traceComplete: boolean | null;
}

/** A span of the transaction that is being written. */
export type WrittenSpan = Omit<CommittedSpan, 'traceId' | 'otherSessions' | 'traceComplete'> & {
  readonly entry: TraceEntry;
  /** The session of its trace before. */
  readonly formerSession: string | null;
};

/** A span that names none itself is of its trace's session and user, which are known only when all of them are in. */
export function committedSpan({ entry, formerSession, ...span }: WrittenSpan): CommittedSpan {
  const traceSession = entry.summary.sessionId;
  const sessionId = span.sessionId ?? traceSession;
  return {
    ...span,
    traceId: entry.traceId,
    sessionId,
    userId: span.userId ?? entry.summary.userId,
    otherSessions: others(sessionId, traceSession, formerSession),
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

/** Under which a span is told once a commit. */
export const spanKey = ({
  projectId,
  traceId,
  spanId,
}: Pick<CommittedSpan, 'projectId' | 'traceId' | 'spanId'>): string => `${projectId}/${traceId}/${spanId}`;
