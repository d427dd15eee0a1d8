import type { Conversation } from '../../contract/messages.ts';
import type { GrowingTexts } from '../../decode/growing-texts.ts';
import type { ConversationSpan } from '../../messages/conversation-span.ts';
import { conversationOfSpan, tellConversation } from '../../messages/conversation.ts';
import { ReadCache } from '../../messages/read-cache.ts';
import { logsOfTrace, type LogRecordRow } from '../../store/reader/logs.ts';
import { spanItem, spansOfTrace, type SpanRecordRow } from '../../store/reader/spans.ts';
import { tracesOfSession, type TraceRow } from '../../store/reader/traces.ts';
import { SpanLogs } from '../log-content.ts';
import { answerableBytes, needAnswerableCount, aSpan, type Answered } from '../answer-bounds.ts';
import type { InProject, InSession, InSpan, InTrace, Reader } from '../reader.ts';
import { decodeRaw } from '../span-content.ts';
import { withinTime } from '../within-time.ts';

/** Spans of one conversation at most. Each is read, also one that says nothing: so many take 3 s and 0.6 GB. */
const MAX_TOLD_SPANS = 100_000;

export function traceMessages(reader: Reader, at: InTrace): Conversation {
  const trace = reader.trace(at);
  const of = { name: `trace ${trace.trace_id}`, instead: 'read what its spans say one by one' };
  needAnswerableCount(trace.span_count, 'spans', of, MAX_TOLD_SPANS);
  return tell(reader, at, [trace], of);
}

export function sessionMessages(reader: Reader, at: InSession): Conversation {
  const session = reader.session(at);
  const of = aSession(at);
  needAnswerableCount(session.span_count, 'spans', of, MAX_TOLD_SPANS);
  return tell(reader, at, tracesOfSession(reader.statements, session.id), of);
}

/** What a session says in some of its traces, given by their ids. */
export function messagesOfSome(reader: Reader, at: InSession, ids: ReadonlySet<number>): Conversation {
  const all = tracesOfSession(reader.statements, reader.session(at).id);
  const traces = all.filter(({ id }) => ids.has(id));
  const spans = traces.reduce((sum, { span_count }) => sum + span_count, 0);
  needAnswerableCount(spans, 'spans', aSession(at), MAX_TOLD_SPANS);
  return tell(reader, at, traces, aSession(at));
}

const aSession = ({ sessionId }: InSession): Answered => ({
  name: `session ${sessionId}`,
  instead: 'read what its traces say one by one',
});

export function spanMessages(reader: Reader, at: InSpan): Conversation {
  const rows = [reader.span(at)];
  const logs = logsOfSpan(reader, at, rows[0]!);
  const bytes = answerableBytes(reader, [...rows, ...logs], aSpan(at.spanId));
  const [span] = conversationSpans(reader, rows, logs);
  return withinTime(bytes, { name: `span ${at.spanId}`, instead: 'read its attributes' }, () =>
    conversationOfSpan(span!),
  );
}

/** One span with all that it says, log records too. */
export function conversationSpan(reader: Reader, at: InProject, row: SpanRecordRow): ConversationSpan {
  const [span] = conversationSpans(reader, [row], logsOfSpan(reader, at, row));
  return span!;
}

const logsOfSpan = (reader: Reader, { project }: InProject, row: SpanRecordRow): LogRecordRow[] =>
  logsOfTrace(reader.statements, reader.project(project), row.trace_id, row.span_id);

function tell(
  reader: Reader,
  { project }: InProject,
  traces: readonly TraceRow[],
  of: Answered,
): Conversation {
  const { statements } = reader;
  const id = reader.project(project);
  const rows = traces.flatMap((trace) => spansOfTrace(statements, trace.id));
  const logs = traces.flatMap((trace) => logsOfTrace(statements, id, trace.trace_id));
  const bytes = answerableBytes(reader, [...rows, ...logs], of);
  const cache = new ReadCache();
  const spans = conversationSpans(reader, rows, logs, cache.texts);
  return withinTime(bytes, of, () => tellConversation(spans, cache));
}

function conversationSpans(
  reader: Reader,
  rows: readonly SpanRecordRow[],
  logRows: readonly LogRecordRow[],
  texts?: GrowingTexts,
): ConversationSpan[] {
  const records = reader.raw.map(rows, (raw) => decodeRaw(raw, texts));
  const logs = new SpanLogs(reader, logRows);
  return rows.map((row, i) => ({
    span: spanItem(row),
    record: records[i]!,
    logs: logs.of(row),
    isCounted: row.counts !== 0,
  }));
}
