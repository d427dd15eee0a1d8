import { conversationMarkdown, type Told } from '../contract/conversation-markdown.ts';
import type { Conversation } from '../contract/messages.ts';
import { sessionMessages, traceMessages } from '../query/operations/messages.ts';
import type { Reader } from '../query/reader.ts';
import { tracesToExport, type ExportSelection } from '../store/reader/export.ts';

/** A conversation with what it belongs to. */
interface Selected extends Told {
  readonly session_id: string | null;
  readonly conversation: Conversation;
}

/** The conversations of a selection: of the sessions that are named, else of each trace that has one. */
function* told(reader: Reader, projectId: string, selection: ExportSelection): Generator<Selected> {
  const { sessionIds } = selection;
  for (const sessionId of sessionIds ?? []) {
    const conversation = reader.consistently(() =>
      sessionMessages(reader, { project: projectId, sessionId }),
    );
    yield { title: `Session ${sessionId}`, trace_id: null, session_id: sessionId, conversation };
  }
  if (sessionIds !== undefined) return;
  const project = reader.project(projectId);
  for (const trace of reader.consistently(() => tracesToExport(reader.statements, project, selection))) {
    const at = { project: projectId, traceId: trace.trace_id };
    const conversation = reader.consistently(() =>
      // It may have been deleted since the list was read.
      reader.hasTrace(at) ? traceMessages(reader, at) : null,
    );
    if (conversation === null || conversation.messages.length === 0) continue;
    yield { title: trace.trace_name, trace_id: trace.trace_id, session_id: null, conversation };
  }
}

/** `{project_id, conversations: [{title, trace_id, session_id, messages, tools, meta}]}`, a conversation a line. */
export function* exportMessagesJson(
  reader: Reader,
  projectId: string,
  selection: ExportSelection,
): Generator<string> {
  yield `{"project_id":${JSON.stringify(projectId)},"conversations":[`;
  let separator = '\n';
  for (const { conversation, ...of } of told(reader, projectId, selection)) {
    yield `${separator}${JSON.stringify({ ...of, ...conversation })}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** Conversations for people to read, one after another. */
export function* exportMarkdown(
  reader: Reader,
  projectId: string,
  selection: ExportSelection,
): Generator<string> {
  let separator = '';
  for (const { conversation, ...of } of told(reader, projectId, selection)) {
    yield `${separator}${conversationMarkdown(of, conversation)}`;
    separator = '\n---\n\n';
  }
}
