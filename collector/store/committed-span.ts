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
  readonly userId: string | null;
  readonly replaced: boolean;
  /** The trace's root is there, no parent is missing and no span runs; null where only log records came, which change neither. */
  readonly traceComplete: boolean | null;
}

/** A span of the transaction that is being written. */
export type WrittenSpan = Omit<CommittedSpan, 'traceId' | 'traceComplete'> & { readonly entry: TraceEntry };

/** A span that names none itself is of its trace's session and user, which are known only when all of them are in. */
export const committedSpan = ({ entry, ...span }: WrittenSpan): CommittedSpan => ({
  ...span,
  traceId: entry.traceId,
  sessionId: span.sessionId ?? entry.summary.sessionId,
  userId: span.userId ?? entry.summary.userId,
  traceComplete: entry.summary.isComplete,
});

export const loggedSpan = ({ row: _row, speaks: _speaks, ...span }: LoggedSpan): CommittedSpan => ({
  ...span,
  replaced: true,
  traceComplete: null,
});

/** Under which a span is told once a commit. */
export const spanKey = ({ projectId, traceId, spanId }: Omit<LoggedSpan, 'row' | 'speaks'>): string =>
  `${projectId}/${traceId}/${spanId}`;
