import type { ConversationSpan } from '../conversation-span.ts';
import type { SaidMessage } from '../reading.ts';
import { WINDOW_PLACES } from './history.ts';
import type { Told } from './told.ts';
import type { ToldConversation } from './told-conversation.ts';

/**
 * What an agent of the trace said, where another's history has it as a user's words under the agent's name: group chats pass
 * on so what was said, and models know two sides only.
 */
export function saidByAgent(
  { content }: SaidMessage,
  { record }: ConversationSpan,
  { atoms, history }: ToldConversation,
): Told | undefined {
  const { role, name } = content;
  if (role !== 'user' || name === null) return undefined;
  if (atoms.atomsOf(content).length !== 1) return undefined;
  const [words] = atoms.atomsOf({ ...content, role: 'assistant' });
  if (words?.kind !== 'text') return undefined;
  const isAgents = (told: Told | null): boolean =>
    told?.said.direction === 'output' &&
    told.agentName === name &&
    told.teller.record.traceId === record.traceId;
  const places = history.placesOf(words).slice(-WINDOW_PLACES);
  return places.findLast(({ told }) => isAgents(told))?.told ?? undefined;
}
