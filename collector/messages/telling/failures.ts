import type { MessagePart } from '../../contract/messages.ts';
import { type ConversationSpan, hasFailed, isAiSpan, isModelCall, isTool } from '../conversation-span.ts';
import { type Failure, bareFailure, exceptionOf, isSaidIn, readFailure } from '../failure.ts';
import { messageOf } from '../payloads/message.ts';
import { say } from '../reading.ts';
import type { Forest } from './forest.ts';
import type { HistoryNode } from './history.ts';
import { type Told, setParts } from './told.ts';
import type { ToldConversation } from './told-conversation.ts';
import { toolOfRun } from './tool-runs.ts';
import { isAnswered } from './tools.ts';

/**
 * Each failure once, at the innermost span that says why: the spans around it pass it on. That of a tool which was answered
 * to the model stands beside the answer, unless that says it or nobody recorded one, and is no failure of whatever else has it
 * for a status. `lastOf`: what a call said last.
 */
export function tellFailures(
  conversation: ToldConversation,
  lastOf: (span: ConversationSpan) => Told | null,
): void {
  const { told, ledger } = conversation;
  const { forest } = conversation.index;
  const covered = new Set<ConversationSpan>();
  const failed = innermostFirst(
    forest.spans.filter((span) => isAiSpan(span) && hasFailed(span)),
    forest,
  );
  const answeredLast = failed.length === 0 ? undefined : lastAnswersIn(forest);
  const telling = (span: ConversationSpan, failure: Failure): void => {
    for (const ancestor of forest.ancestorsOf(span)) {
      const wentOn = (answeredLast?.get(ancestor) ?? -1n) >= span.record.endUnixNano;
      if (!wentOn || !isAnother(readFailure(ancestor), failure)) covered.add(ancestor);
    }
    const source = exceptionOf(span)?.source ?? 'attribute';
    const [said] = say([messageOf('assistant', [failure])], { direction: 'output', source });
    const at = forest.endOf(span);
    const agentName = forest.agentNameOf(span);
    // Of a call that was paid for and answered nothing, as with words that fit no schema, it is all there is of an answer.
    const isAnswerOfCall =
      isModelCall(span) &&
      span.span.total_tokens > 0 &&
      conversation.index.readingOf(span).output.length === 0;
    if (said !== undefined)
      told.tell(said, { teller: span, agentName, at, after: lastOf(span), isAnswerOfCall });
  };
  const isAnswer = (span: ConversationSpan): boolean =>
    isTool(span) && !ledger.wasRunAgain(span) && isAnswered(span, conversation);
  // A tool that failed before it wrote a word may have no answer that anybody recorded.
  const answerOf = (span: ConversationSpan): HistoryNode | undefined => {
    const tool = toolOfRun(span, conversation.index) ?? span;
    return (isAnswer(tool) ? ledger.entryOf(tool)?.answer : null) ?? undefined;
  };
  const answered = new Map<string, bigint>();
  for (const span of failed) {
    const end = span.record.endUnixNano;
    if (isAnswer(span) && end < (answered.get(reasonOf(span)) ?? NEVER)) answered.set(reasonOf(span), end);
  }
  const isCopied = (span: ConversationSpan): boolean =>
    isCopy(span, conversation) && (answered.get(reasonOf(span)) ?? NEVER) <= span.record.endUnixNano;
  for (const span of failed) {
    const failure = covered.has(span) || isCopied(span) ? undefined : readFailure(span);
    if (failure === undefined) continue;
    const answer = answerOf(span);
    if (answer === undefined) telling(span, failure);
    else tellBeside(answer.told, failure);
  }
  const isExplained = explainedIn(failed, forest);
  for (const span of failed) {
    const isTold = isTool(span) && conversation.index.readingOf(span).output.length > 0;
    const isKnown =
      covered.has(span) || isTold || answerOf(span) !== undefined || readFailure(span) !== undefined;
    const failure = isKnown || isExplained(span) ? undefined : bareFailure(span);
    if (failure !== undefined) telling(span, failure);
  }
}

/** Siblings that are looked at. */
const MOST_BESIDE = 16;

/**
 * Of a failed span that gives no reason, whether another span gives it: one around it, or one beside it in which another
 * instrumentation recorded the same call.
 */
function explainedIn(
  failed: readonly ConversationSpan[],
  forest: Forest,
): (span: ConversationSpan) => boolean {
  const byParent = Map.groupBy(
    failed.filter((span) => isModelCall(span) && readFailure(span) !== undefined),
    (span) => forest.parentOf(span),
  );
  const isSameCall = ({ span, record }: ConversationSpan, other: ConversationSpan): boolean =>
    record.name !== other.record.name &&
    span.gen_ai_request_model === other.span.gen_ai_request_model &&
    record.startUnixNano <= other.record.endUnixNano &&
    other.record.startUnixNano <= record.endUnixNano;
  return (span) => {
    if ([...forest.ancestorsOf(span)].some((ancestor) => readFailure(ancestor) !== undefined)) return true;
    const parent = forest.parentOf(span);
    if (parent === undefined || !isModelCall(span)) return false;
    return (byParent.get(parent)?.slice(0, MOST_BESIDE) ?? []).some((other) => isSameCall(span, other));
  };
}

/** When, inside of each span, the last model call began that did not fail: what failed before that had been tried again. */
function lastAnswersIn(forest: Forest): ReadonlyMap<ConversationSpan, bigint> {
  const last = new Map<ConversationSpan, bigint>();
  for (const span of forest.spans.toReversed()) {
    if (!isModelCall(span) || hasFailed(span)) continue;
    for (const ancestor of forest.ancestorsOf(span)) {
      // Whoever was here first began later, and went on from here.
      if (last.has(ancestor)) break;
      last.set(ancestor, span.record.startUnixNano);
    }
  }
  return last;
}

/** Whether a span around a failure says something else than that it passes it on. */
function isAnother(around: Failure | undefined, { message }: Failure): boolean {
  return around !== undefined && !around.message.includes(firstLineOf(message));
}

const firstLineOf = (message: string): string => message.trim().split('\n')[0] ?? '';

/** After all times of spans. */
const NEVER = 1n << 64n;

const reasonOf = (span: ConversationSpan): string =>
  `${span.record.traceId}:${readFailure(span)?.message ?? span.record.spanId}`;

/**
 * Whether all that a span says of a failure may be another's: OpenInference's processor for the AI SDK gives the first
 * failure of a trace to every span that ends after it. Of a call without an answer nobody knows.
 */
function isCopy(span: ConversationSpan, { index }: ToldConversation): boolean {
  if (isTool(span)) return index.hasCopiedFailure(span);
  if (span.record.attributes.has('error.type') || exceptionOf(span) !== undefined) return false;
  return !isModelCall(span) || index.readingOf(span).output.length > 0;
}

/** Times do not tell what is inside: a span and the one around it may have started at the same moment. */
export function innermostFirst(
  spans: readonly ConversationSpan[],
  forest: Forest,
): readonly ConversationSpan[] {
  return spans
    .toReversed()
    .map((span) => ({ span, depth: [...forest.ancestorsOf(span)].length }))
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ span }) => span);
}

/** A command that failed may have recorded all that it wrote, and why it failed in its status alone. */
function tellBeside(answer: Told | null, failure: Failure): void {
  if (answer === null || isSaid(failure, answer.content.parts)) return;
  setParts(answer, [...answer.content.parts, failure]);
}

/** Whether an answer says why its tool failed, whatever type before or stack behind it; what a span inside said is enough. */
function isSaid({ message }: Failure, parts: readonly MessagePart[]): boolean {
  const reason = firstLineOf(message)
    .replace(/^[\w.]+: /, '')
    .trim();
  return parts.some((part) => part.type === 'error') || isSaidIn(parts, reason);
}
