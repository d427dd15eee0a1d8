import { type ConversationSpan, hasFailed, isAiSpan, isTool } from '../conversation-span.ts';
import { type Failure, bareFailure, readFailure } from '../failure.ts';
import { messageOf } from '../payloads/message.ts';
import { say } from '../reading.ts';
import type { Forest } from './forest.ts';
import type { Told, ToldList } from './told.ts';

export interface FailureTelling {
  readonly forest: Forest;
  readonly told: ToldList;
  readonly wentOn: (span: ConversationSpan) => boolean;
  readonly lastOf: (span: ConversationSpan) => Told | null;
}

/**
 * Each failure once, at the innermost span that says why: the spans around it pass it on. A tool whose failure was answered
 * to the model has been told as that answer.
 */
export function tellFailures({ forest, told, wentOn, lastOf }: FailureTelling): void {
  const covered = new Set<ConversationSpan>();
  const failed = innermostFirst(
    forest.spans.filter((span) => isAiSpan(span) && hasFailed(span)),
    forest,
  );
  const telling = (span: ConversationSpan, failure: Failure): void => {
    for (const ancestor of forest.ancestorsOf(span)) covered.add(ancestor);
    const source = span.record.events.some(({ name }) => name === 'exception') ? 'event' : 'attribute';
    const [said] = say([messageOf('assistant', [failure])], { direction: 'output', source });
    const at = span.record.endUnixNano;
    const agentName = forest.agentNameOf(span);
    if (said !== undefined) told.tell(said, { teller: span, agentName, at, after: lastOf(span) });
  };
  for (const span of failed) {
    if (covered.has(span) || isAnswered(span, forest, wentOn)) continue;
    const failure = readFailure(span);
    if (failure !== undefined) telling(span, failure);
  }
  for (const span of failed) {
    const isKnown = covered.has(span) || isAnswered(span, forest, wentOn) || readFailure(span) !== undefined;
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
function isAnswered(
  span: ConversationSpan,
  forest: Forest,
  wentOn: (span: ConversationSpan) => boolean,
): boolean {
  if (!isTool(span)) return false;
  if (wentOn(span)) return true;
  const parent = [...forest.ancestorsOf(span)].find(isAiSpan);
  return parent !== undefined && !hasFailed(parent);
}
