import type { Conversation, Message } from '../contract/messages.ts';
import { type ConversationSpan, hasFailed, isModelCall } from './conversation-span.ts';
import { withAnswersAtRequests } from './dialects/claude-code-answers.ts';
import { eventsOf } from './dialects/events.ts';
import { bareFailure, isSaidIn, readFailure } from './failure.ts';
import { sayInterrupt } from './interrupt.ts';
import { evaluationOf } from './named-parts.ts';
import { MOST_TOLD, notMoreThan } from './most-messages.ts';
import { messageOf } from './payloads/message.ts';
import { mergeTools } from './payloads/tool-definitions.ts';
import { presentConversation, presentMessage } from './present.ts';
import { ReadCache } from './read-cache.ts';
import { readSpan } from './read-span.ts';
import { type SaidMessage, messagesOf, say } from './reading.ts';
import { numbersOf, sumsOf, totalsOf } from './telling/numbers.ts';
import { SpanIndex } from './telling/span-index.ts';
import { chooseTellers } from './telling/tellers.ts';
import { Telling } from './telling/telling.ts';

/**
 * The conversation of a trace or of a session's traces, each message told once, in the order in which it happened, however
 * many histories and outer spans repeat it. Histories are compared place by place (`telling/telling.ts`), so that what was
 * said twice is told twice; where the call that wrote a message is there, its answer is the copy that stays. The order of
 * `spans` does not matter. Throws on nothing that exporters wrote but on TooManyMessages.
 */
export function tellConversation(spans: readonly ConversationSpan[], cache = new ReadCache()): Conversation {
  const index = new SpanIndex(withAnswersAtRequests(spans), cache);
  const tellers = chooseTellers(index);
  const ids = new Map<string, number>();
  const messages = new Telling(index, tellers).tell().map((told): Message => {
    const { content, said, teller, agentName, carriers } = told;
    const numbers = told.isAnswerOfCall ? numbersOf(teller, index.forest) : null;
    return presentMessage({ said, content, teller, agentName, carriers, numbers }, ids);
  });
  return presentConversation(messages, { tools: index.tools(), ...totalsOf(tellers, index) });
}

/** All that one span itself says, how it was judged and its own failure last; nothing is removed. */
export function conversationOfSpan(span: ConversationSpan): Conversation {
  const reading = readSpan(span, new ReadCache());
  const ids = new Map<string, number>();
  const own = messagesOf(reading);
  notMoreThan(MOST_TOLD, own.length);
  const failure = sayFailure(span, own);
  const said = [...own, ...sayEvaluations(span), ...sayInterrupt(span), ...failure];
  const answer = isModelCall(span) ? (reading.output[0] ?? failure[0]) : undefined;
  const messages = said.map((one) => {
    const numbers = one === answer ? span.span : null;
    const carriers = [span.record.spanId];
    const agentName = span.span.agent_name;
    return presentMessage(
      { said: one, content: one.content, teller: span, agentName, carriers, numbers },
      ids,
    );
  });
  return presentConversation(messages, {
    tools: mergeTools(reading.tools),
    ...sumsOf([span.span]),
  });
}

/** How the span's answer was judged: about the talk, not of it, so that only the span itself tells it. */
function sayEvaluations(span: ConversationSpan): readonly SaidMessage[] {
  return eventsOf(span)
    .filter(({ name }) => name === 'gen_ai.evaluation.result')
    .flatMap(({ attributes, source, timeUnixNano }) => {
      const part = evaluationOf(attributes);
      const options = { direction: 'output', source, timeUnixNano } as const;
      return part === undefined ? [] : say([messageOf('assistant', [part])], options);
    });
}

/**
 * An answer that is marked as an error says more than that the span failed. Where it says why in the same words, the failure
 * would be told twice, unless that has a stack. What a history has of tools that failed before is no answer of the span's.
 */
function sayFailure(span: ConversationSpan, own: readonly SaidMessage[]): readonly SaidMessage[] {
  if (!hasFailed(span)) return [];
  const answers = own
    .filter(({ direction }) => direction === 'output')
    .flatMap(({ content }) =>
      content.parts.filter((part) => part.type === 'tool_call_response' && part.is_error),
    );
  const failure = readFailure(span) ?? (answers.length > 0 ? undefined : bareFailure(span));
  if (failure === undefined) return [];
  const isTold = failure.stacktrace === null && isSaidIn(answers, failure.message.trim());
  return isTold ? [] : say([messageOf('assistant', [failure])], { direction: 'output' });
}
