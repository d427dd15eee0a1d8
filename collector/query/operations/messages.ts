import type { Conversation } from '../../contract/messages.ts';
import type { ConversationSpan } from '../../messages/conversation-span.ts';
import { conversationOfSpan, tellConversation } from '../../messages/conversation.ts';
import { spanItem, spansOfTrace, type SpanRecordRow } from '../../store/reader/spans.ts';
import { tracesOfSession, type TraceRow } from '../../store/reader/traces.ts';
import type { InSession, InSpan, InTrace, Reader } from '../reader.ts';
import { decodeRaw } from '../span-content.ts';

export const traceMessages = (reader: Reader, at: InTrace): Conversation => tell(reader, [reader.trace(at)]);

export const sessionMessages = (reader: Reader, at: InSession): Conversation =>
  tell(reader, tracesOfSession(reader.statements, reader.session(at).id));

export function spanMessages(reader: Reader, at: InSpan): Conversation {
  const [span] = conversationSpans(reader, [reader.span(at)]);
  return conversationOfSpan(span!);
}

function tell(reader: Reader, traces: readonly TraceRow[]): Conversation {
  const rows = traces.flatMap(({ id }) => spansOfTrace(reader.statements, id));
  return tellConversation(conversationSpans(reader, rows));
}

function conversationSpans(reader: Reader, rows: readonly SpanRecordRow[]): ConversationSpan[] {
  const raw = reader.raw.read(rows);
  return rows.map((row, i) => ({ span: spanItem(row), record: decodeRaw(raw[i]!) }));
}
