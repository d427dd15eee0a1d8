import { conversationMarkdown, type Told } from '../contract/conversation-markdown.ts';
import type { Conversation } from '../contract/messages.ts';
import { ApiError } from '../errors.ts';
import { messagesOfSome, traceMessages } from '../query/operations/messages.ts';
import type { Reader } from '../query/reader.ts';
import { tracesToExport, type ExportSelection } from '../store/reader/export.ts';
import { unlessDamaged } from './unless-damaged.ts';

/** A conversation with what it belongs to. */
interface Selected extends Told {
  readonly session_id: string | null;
  readonly conversation: Conversation;
}

export interface ExportListeners {
  /** Told of each conversation that is too large to be told whole: the others come without it. */
  readonly onLeftOut: (why: string) => void;
  /** Told of each piece that can't be read for damage: all else comes without it. */
  readonly onDamaged: (why: string) => void;
  /** Told where nothing is of the selection. */
  readonly onNothing: () => void;
}

/** The conversations of a selection: of the sessions that are named, from their traces in its range, else of each trace that has one. */
function* told(
  reader: Reader,
  projectId: string,
  selection: ExportSelection,
  { onLeftOut, onDamaged }: ExportListeners,
): Generator<Selected> {
  const read = (name: string, tell: () => Conversation | null): Conversation | null =>
    unlessDamaged(
      () => unlessTooLarge(() => reader.consistently(tell), onLeftOut),
      (why) => onDamaged(`${name} (${why})`),
    );
  const { sessionIds } = selection;
  const project = reader.project(projectId);
  for (const sessionId of sessionIds ?? []) {
    const conversation = read(`session ${sessionId}`, () => {
      const traces = tracesToExport(reader.statements, project, { ...selection, sessionIds: [sessionId] });
      const ids = new Set(traces.map(({ id }) => id));
      return ids.size === 0 ? null : messagesOfSome(reader, { project: projectId, sessionId }, ids);
    });
    if (conversation === null) continue;
    yield { title: `Session ${sessionId}`, trace_id: null, session_id: sessionId, conversation };
  }
  if (sessionIds !== undefined) return;
  for (const trace of reader.consistently(() => tracesToExport(reader.statements, project, selection))) {
    const at = { project: projectId, traceId: trace.trace_id };
    // It may have been deleted since the list was read.
    const conversation = read(`trace ${at.traceId}`, () =>
      reader.hasTrace(at) ? traceMessages(reader, at) : null,
    );
    if (conversation === null || conversation.messages.length === 0) continue;
    yield { title: trace.trace_name, trace_id: trace.trace_id, session_id: null, conversation };
  }
}

/** The same pieces; tells where there are none. */
export function* noticing<T>(pieces: Iterable<T>, { onNothing }: ExportListeners): Generator<T> {
  let isNothing = true;
  for (const piece of pieces) {
    isNothing = false;
    yield piece;
  }
  if (isNothing) onNothing();
}

function unlessTooLarge(
  read: () => Conversation | null,
  onLeftOut: ExportListeners['onLeftOut'],
): Conversation | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error;
    onLeftOut(error.message);
    return null;
  }
}

/** `{project_id, conversations: [{title, trace_id, session_id, messages, tools, meta}]}`, a conversation a line. */
export function* exportMessagesJson(
  reader: Reader,
  projectId: string,
  selection: ExportSelection,
  listeners: ExportListeners,
): Generator<string> {
  yield `{"project_id":${JSON.stringify(projectId)},"conversations":[`;
  let separator = '\n';
  for (const { conversation, ...of } of noticing(told(reader, projectId, selection, listeners), listeners)) {
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
  listeners: ExportListeners,
): Generator<string> {
  let separator = '';
  for (const { conversation, ...of } of noticing(told(reader, projectId, selection, listeners), listeners)) {
    yield `${separator}${conversationMarkdown(of, conversation)}`;
    separator = '\n---\n\n';
  }
}
