import { Type } from 'typebox';
import type { Conversation } from '../../contract/messages.ts';
import { ApiError } from '../../errors.ts';
import { sessionMessages, spanMessages, traceMessages } from '../../query/operations/messages.ts';
import type { Reader } from '../../query/reader.ts';
import { MAX_CHARACTERS } from '../text/bounds.ts';
import { conversationText } from '../text/conversation.ts';
import { project_id, tool } from './tool.ts';

interface Whose {
  readonly project: string;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly sessionId: string | undefined;
}

export const readConversationTool = tool({
  name: 'read_conversation',
  title: 'Read a conversation',
  description:
    'What was said in a trace, a session or one span, as Markdown: system prompts, questions, answers, reasoning, tool calls with their arguments and results, each message once and in order. Give trace_id, or trace_id and span_id, or session_id.',
  parameters: Type.Object({
    project_id,
    trace_id: Type.Optional(Type.String({ description: '32 hex digits' })),
    span_id: Type.Optional(Type.String({ description: '16 hex digits, of a span of that trace' })),
    session_id: Type.Optional(Type.String()),
    from_message: Type.Integer({ minimum: 1, default: 1, description: 'the message to begin with' }),
    max_characters: Type.Integer({
      minimum: 1000,
      maximum: MAX_CHARACTERS,
      default: 20_000,
      description: 'of the answer, which ends after the last message that has room',
    }),
    max_part_characters: Type.Integer({
      minimum: 100,
      maximum: MAX_CHARACTERS,
      default: 3000,
      description: 'of one text, argument or result; longer ones are cut',
    }),
  }),
  tell(reader, { project_id: project, trace_id: traceId, span_id: spanId, session_id: sessionId, ...part }) {
    const conversation = conversationOf(reader, { project, traceId, spanId, sessionId });
    return conversationText(conversation, {
      from: part.from_message,
      maxCharacters: part.max_characters,
      maxPartCharacters: part.max_part_characters,
    });
  },
});

function conversationOf(reader: Reader, { project, traceId, spanId, sessionId }: Whose): Conversation {
  if (sessionId !== undefined && traceId === undefined && spanId === undefined)
    return sessionMessages(reader, { project, sessionId });
  if (traceId === undefined || sessionId !== undefined)
    throw new ApiError('VALIDATION_ERROR', 'give trace_id, or trace_id and span_id, or session_id');
  return spanId === undefined
    ? traceMessages(reader, { project, traceId })
    : spanMessages(reader, { project, traceId, spanId });
}
