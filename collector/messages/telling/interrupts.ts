import { type ConversationSpan, isAiSpan, isTool } from '../conversation-span.ts';
import { sayInterrupt } from '../interrupt.ts';
import { canonicalJson } from '../json.ts';
import type { SaidMessage } from '../reading.ts';
import { innermostFirst } from './failures.ts';
import type { Told } from './told.ts';
import type { ToldConversation } from './told-conversation.ts';

/** What runs asked a person before they stopped, once, at the innermost: the runs around it pass it on. `lastOf`: what a call said last. */
export function tellInterrupts(
  { told, index }: ToldConversation,
  lastOf: (span: ConversationSpan) => Told | null,
): void {
  const { forest } = index;
  const covered = new Set<ConversationSpan>();
  const known = new Map<string, ConversationSpan>();
  const asked = new Map<ConversationSpan, readonly SaidMessage[]>();
  for (const span of forest.spans) {
    const said = isAiSpan(span) ? sayInterrupt(span) : [];
    if (said.length > 0) asked.set(span, said);
  }
  for (const span of innermostFirst([...asked.keys()], forest)) {
    if (covered.has(span)) continue;
    for (const ancestor of forest.ancestorsOf(span)) covered.add(ancestor);
    const question = asked.get(span) ?? [];
    if (isPassedOn(span, question, known)) continue;
    const agentName = forest.agentNameOf(span);
    for (const said of question)
      told.tell(said, { teller: span, agentName, at: forest.endOf(span), after: lastOf(span) });
  }
}

/**
 * Some instrumentations write the runs of a graph beside each other: what a tool asks is passed on by the run that it lies in
 * by time.
 */
function isPassedOn(
  span: ConversationSpan,
  question: readonly SaidMessage[],
  known: Map<string, ConversationSpan>,
): boolean {
  const words = question.map(({ content }) => canonicalJson(content.parts));
  const key = `${span.record.traceId}|${words.join()}`;
  const other = known.get(key);
  known.set(key, span);
  if (other === undefined || (isTool(span) && isTool(other))) return false;
  return isWithin(span, other) || isWithin(other, span);
}

const isWithin = ({ record }: ConversationSpan, { record: around }: ConversationSpan): boolean =>
  record.startUnixNano >= around.startUnixNano && record.endUnixNano <= around.endUnixNano;
