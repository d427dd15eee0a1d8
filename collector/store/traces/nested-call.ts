import type { Totals } from './exact-totals.ts';

/** What one recording of a model call may know and another not. */
const DETAILS = ['cacheReadTokens', 'cacheWriteTokens', 'reasoningTokens', 'totalCost'] as const;

/** What a span around a model call and that call's own span say of it. */
export interface RecordedUsage {
  readonly usage: Totals;
  /** The cost came with the span. */
  readonly hasOwnCost: boolean;
}

/**
 * Whether `outer` says all that `inner` does of the same call, which has the same input and output, and something
 * (cached tokens, reasoning, the cost, by a model's name) that `inner` leaves out. A cost that was recorded is not given up
 * for a computed one.
 */
export function tellsMore(outer: RecordedUsage, inner: RecordedUsage): boolean {
  const [more, less] = [outer.usage, inner.usage];
  if (more.inputTokens !== less.inputTokens || more.outputTokens !== less.outputTokens) return false;
  if (inner.hasOwnCost && !outer.hasOwnCost) return false;
  return (
    DETAILS.some((name) => more[name] > 0 && less[name] === 0) &&
    DETAILS.every((name) => more[name] > 0 || less[name] === 0)
  );
}
