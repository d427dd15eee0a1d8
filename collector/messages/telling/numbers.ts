import { sumOfDollars } from '../../contract/dollars.ts';
import type { Span } from '../../contract/spans.ts';
import { type ConversationSpan, isAgent, isModelCall, isTool } from '../conversation-span.ts';
import type { ConversationMeta } from '../present.ts';
import type { Forest } from './forest.ts';
import type { SpanIndex } from './span-index.ts';

/**
 * The numbers of a call: its own, or those of a span that recorded the same call without its words, or told more of it and so
 * counts in its trace.
 */
export function numbersOf(span: ConversationSpan, forest: Forest): Span | null {
  if (isAgent(span)) return span.span;
  if (span.span.total_tokens > 0) return isModelCall(span) ? countedRecording(span, forest).span : null;
  const same = [...forest.childrenOf(span), ...aroundOnly(span, forest)];
  const counted = same.find((other) => isModelCall(other) && other.span.total_tokens > 0)?.span;
  return counted ?? (isModelCall(span) ? span.span : null);
}

type Sums = Omit<ConversationMeta, 'tools'>;

/** The sums of all spans that tell, each call counted once; where only an agent counts its calls, by the agent's count. */
export function totalsOf(tellers: readonly ConversationSpan[], index: SpanIndex): Sums {
  const { forest } = index;
  const counting = new Set(
    tellers.flatMap((span) =>
      isModelCall(span) && span.span.total_tokens > 0 ? (forest.parentOf(span) ?? []) : [],
    ),
  );
  const agentOf = (span: ConversationSpan): Span | undefined => {
    const agent = index.readingOf(span).isAnsweredAround === true ? forest.parentOf(span) : undefined;
    return agent !== undefined && isAgent(agent) && !counting.has(agent) ? agent.span : undefined;
  };
  const spans = [...new Set(tellers.flatMap((span) => agentOf(span) ?? countedFor(span, forest) ?? []))];
  return sumsOf(spans);
}

/** The sums of these calls, by what each says itself. */
export const sumsOf = (spans: readonly Span[]): Sums => ({
  totalTokens: spans.reduce((sum, { total_tokens }) => sum + total_tokens, 0),
  totalCost: sumOfDollars(spans.map(({ total_cost }) => total_cost)),
  unpricedCalls: spans.filter(({ total_tokens, cost_known }) => total_tokens > 0 && !cost_known).length,
});

/**
 * As `numbersOf`; for a call without tokens of its own the nearest call around it that has some, or the agent around it where
 * its trace counts what only the agent says. So it is where no call tells what was said, as in Codex's turns.
 */
function countedFor(span: ConversationSpan, forest: Forest): Span | null {
  const own = numbersOf(span, forest);
  if (own !== null && (own.total_tokens > 0 || !isModelCall(span))) return own;
  for (const ancestor of forest.ancestorsOf(span)) {
    const hasTokens = ancestor.span.total_tokens > 0;
    if (isAgent(ancestor) && hasTokens && ancestor.isCounted === true) return ancestor.span;
    if (isTool(ancestor) || isAgent(ancestor)) break;
    if (own !== null && isModelCall(ancestor) && hasTokens) return ancestor.span;
  }
  return own;
}

/** Instrumentations around one another; and spans may be each other's parents. */
const MOST_RECORDINGS = 16;

/** The recording that counts of those of a call that lie around one another; the given one where none is known to. */
function countedRecording(span: ConversationSpan, forest: Forest): ConversationSpan {
  if (span.isCounted !== false) return span;
  for (const outer of forest.ancestorsOf(span)) {
    if (!isAroundOneCall(outer, forest)) break;
    if (outer.isCounted === true) return outer;
  }
  let inner = span;
  for (let depth = 0; depth < MOST_RECORDINGS && isAroundOneCall(inner, forest); depth++) {
    inner = forest.childrenOf(inner).find(isModelCall)!;
    if (inner.isCounted === true) return inner;
  }
  return span;
}

/** The span around a call, when it is around no other. */
function aroundOnly(span: ConversationSpan, forest: Forest): readonly ConversationSpan[] {
  const parent = forest.parentOf(span);
  return parent !== undefined && isAroundOneCall(parent, forest) ? [parent] : [];
}

/** Whether a span is the same call as the one inside it. */
export function isAroundOneCall(span: ConversationSpan, forest: Forest): boolean {
  if (!isModelCall(span)) return false;
  let calls = 0;
  // Each of thousands beside one another would look through all of them.
  for (const child of forest.childrenOf(span)) if (isModelCall(child) && ++calls > 1) return false;
  return calls === 1;
}
