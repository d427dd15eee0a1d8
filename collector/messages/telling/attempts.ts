import { type ConversationSpan, hasFailed, isModelCall, isTool } from '../conversation-span.ts';
import type { Reading } from '../reading.ts';
import type { Forest } from './forest.ts';

/** Attempts of one request that failed, and say nothing of what was asked. */
interface Failed {
  readonly first: ConversationSpan;
  readonly last: ConversationSpan;
}

/**
 * Of calls that try a request again the first attempt of it, where those that failed say nothing: Claude Code's spans of these
 * have no words. Each comes right after the last beside it ended, with no tool between them.
 */
export function firstAttempts(
  forest: Forest,
  readingOf: (span: ConversationSpan) => Reading,
): ReadonlyMap<ConversationSpan, ConversationSpan> {
  const firsts = new Map<ConversationSpan, ConversationSpan>();
  const failed = new Map<ConversationSpan, Failed>();
  for (const span of forest.spans) {
    const parent = isModelCall(span) || isTool(span) ? forest.parentOf(span) : undefined;
    if (parent === undefined) continue;
    const before = failed.get(parent);
    const first = before !== undefined && isRetry(span, before.last) ? before.first : undefined;
    failed.delete(parent);
    if (isModelCall(span) && hasFailed(span) && saysNothing(readingOf(span)))
      failed.set(parent, { first: first ?? span, last: span });
    else if (first !== undefined) firsts.set(span, first);
  }
  return firsts;
}

/** It may be of another model, which stands in for one that is overloaded. */
const isRetry = (span: ConversationSpan, last: ConversationSpan): boolean =>
  isModelCall(span) &&
  span.record.name === last.record.name &&
  span.record.startUnixNano >= last.record.endUnixNano;

const saysNothing = ({ input, output }: Reading): boolean => input.length + output.length === 0;
