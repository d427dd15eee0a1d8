import { type ConversationSpan, hasFailed, isAiSpan, isTool } from '../conversation-span.ts';
import { type Failure, bareFailure, readFailure } from '../failure.ts';
import { messageOf } from '../payloads/message.ts';
import { say } from '../reading.ts';
import type { Forest } from './forest.ts';
import type { SpanIndex } from './span-index.ts';
import type { Told } from './told.ts';
import type { ToldConversation } from './told-conversation.ts';

/**
 * Each failure once, at the innermost span that says why: the spans around it pass it on. A tool whose failure was answered
 * to the model has been told as that answer.
 * `lastOf`: what a call said last.
 */
export function tellFailures(
  { index, told }: ToldConversation,
  lastOf: (span: ConversationSpan) => Told | null,
): void {
  const { forest } = index;
  const covered = new Set<ConversationSpan>();
  const failed = innermostFirst(
    forest.spans.filter((span) => isAiSpan(span) && hasFailed(span)),
    forest,
  );
  const telling = (span: ConversationSpan, failure: Failure): void => {
    for (const ancestor of forest.ancestorsOf(span)) covered.add(ancestor);
    const source = span.record.events.some(({ name }) => name === 'exception') ? 'event' : 'attribute';
    const [said] = say([messageOf('assistant', [failure])], { direction: 'output', source });
    const at = forest.endOf(span);
    const agentName = forest.agentNameOf(span);
    if (said !== undefined) told.tell(said, { teller: span, agentName, at, after: lastOf(span) });
  };
  for (const span of failed) {
    if (covered.has(span) || isAnswered(span, index)) continue;
    const failure = readFailure(span);
    if (failure !== undefined) telling(span, failure);
  }
  for (const span of failed) {
    const isKnown = covered.has(span) || isAnswered(span, index) || readFailure(span) !== undefined;
    const isExplained = [...forest.ancestorsOf(span)].some((ancestor) => readFailure(ancestor) !== undefined);
    const failure = isKnown || isExplained ? undefined : bareFailure(span);
    if (failure !== undefined) telling(span, failure);
  }
}

/** Times do not tell what is inside: a span and the one around it may have started at the same moment. */
function innermostFirst(spans: readonly ConversationSpan[], forest: Forest): readonly ConversationSpan[] {
  return spans
    .toReversed()
    .map((span) => ({ span, depth: [...forest.ancestorsOf(span)].length }))
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ span }) => span);
}

/** A tool failed and the agent went on, or around it nothing failed. */
function isAnswered(span: ConversationSpan, index: SpanIndex): boolean {
  if (!isTool(span)) return false;
  if (index.wentOn(span)) return true;
  const parent = [...index.forest.ancestorsOf(span)].find(isAiSpan);
  return parent !== undefined && !hasFailed(parent);
}
