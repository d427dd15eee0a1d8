import { type ConversationSpan, isAiSpan } from '../conversation-span.ts';
import { sayInterrupt } from '../interrupt.ts';
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
  const waiting = forest.spans.filter((span) => isAiSpan(span) && sayInterrupt(span).length > 0);
  for (const span of innermostFirst(waiting, forest)) {
    if (covered.has(span)) continue;
    for (const ancestor of forest.ancestorsOf(span)) covered.add(ancestor);
    const agentName = forest.agentNameOf(span);
    for (const said of sayInterrupt(span))
      told.tell(said, { teller: span, agentName, at: forest.endOf(span), after: lastOf(span) });
  }
}
