import { type ConversationSpan, isAiSpan } from '../conversation-span.ts';
import { readInterrupt } from '../interrupt.ts';
import { messageOf } from '../payloads/message.ts';
import { say } from '../reading.ts';
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
  const waiting = forest.spans.filter((span) => isAiSpan(span) && readInterrupt(span) !== undefined);
  for (const span of innermostFirst(waiting, forest)) {
    const asked = covered.has(span) ? undefined : readInterrupt(span);
    if (asked === undefined) continue;
    for (const ancestor of forest.ancestorsOf(span)) covered.add(ancestor);
    const [said] = say([messageOf('assistant', [asked])], { direction: 'output', source: 'event' });
    const agentName = forest.agentNameOf(span);
    if (said !== undefined)
      told.tell(said, { teller: span, agentName, at: forest.endOf(span), after: lastOf(span) });
  }
}
