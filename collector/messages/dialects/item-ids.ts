import type { MessagePart } from '../../contract/messages.ts';
import type { ConversationSpan } from '../conversation-span.ts';
import type { SaidMessage } from '../reading.ts';

const RESPONSE = 'openai.response';
/** How ids of items begin that are a function's call; a call's own id, which its answer names, does not. */
const ITEM = 'fc_';

/**
 * Answers of OpenAI's Responses API as OpenLLMetry for Python and Latitude write them, who have the id of a call's item for that
 * of the call. Without it a call has the id that a later history or the span of its tool tells.
 */
export function withoutItemIds(
  { record: { name } }: ConversationSpan,
  output: readonly SaidMessage[],
): readonly SaidMessage[] {
  if (name !== RESPONSE && !name.startsWith(`${RESPONSE} `)) return output;
  return output.map((said) => ({
    ...said,
    content: { ...said.content, parts: said.content.parts.map(withoutItemId) },
  }));
}

const withoutItemId = (part: MessagePart): MessagePart =>
  part.type === 'tool_call' && part.id?.startsWith(ITEM) === true ? { ...part, id: null } : part;
