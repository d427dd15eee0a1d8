import type { Attributes } from '../../decode/records.ts';
import type { Convention } from '../convention.ts';
import { readName } from '../draft.ts';

/** Whose conversation, in which session and environment: the first key that is there counts. */
const SESSION_KEYS = [
  'session.id',
  'gen_ai.conversation.id',
  'langfuse.session.id',
  'langfuse.trace.session_id',
  'traceloop.association.properties.session_id',
  'traceloop.association.properties.thread_id',
  'traceloop.association.properties.conversation_id',
  'traceloop.association.properties.chat_id',
  'lmnr.association.properties.session_id',
  'langwatch.thread.id',
  'langwatch.session.id',
  'ai.telemetry.metadata.sessionId',
  'ai.telemetry.metadata.session_id',
  'ai.settings.context.sessionId',
  'ai.settings.context.session_id',
  'langsmith.metadata.session_id',
  'langsmith.metadata.thread_id',
  'langsmith.metadata.conversation_id',
  'langgraph.thread_id',
  'langgraph.thread.id',
  'gen_ai.thread.id',
  'thread.id',
  'gcp.vertex.agent.session_id',
  'mastra.metadata.sessionId',
  'mastra.metadata.threadId',
  'mlflow.trace.session',
  'genkit:sessionId',
  'genkit:metadata:sessionId',
  'genkit:metadata:agent:sessionId',
  'copilot_chat.chat_session_id',
  'copilot_chat.session_id',
  'spring.ai.chat.client.conversation.id',
  'conversation.id',
  // What users of the AI SDK call a conversation, as it has no name of its own for one.
  'ai.telemetry.metadata.threadId',
  'ai.telemetry.metadata.thread_id',
  'ai.telemetry.metadata.chatId',
  'ai.telemetry.metadata.chat_id',
  'ai.telemetry.metadata.conversationId',
  'ai.telemetry.metadata.conversation_id',
] as const;
const USER_KEYS = [
  'user.id',
  'enduser.id',
  'langfuse.user.id',
  'langfuse.trace.user_id',
  'traceloop.association.properties.user_id',
  'lmnr.association.properties.user_id',
  'langwatch.user.id',
  'ai.telemetry.metadata.userId',
  'ai.telemetry.metadata.user_id',
  'ai.settings.context.userId',
  'ai.settings.context.user_id',
  'langsmith.metadata.user_id',
  'gcp.vertex.agent.user_id',
  'mastra.metadata.userId',
  'mastra.metadata.resourceId',
  'mlflow.trace.user',
  'enduser.pseudo.id',
] as const;
const ENVIRONMENT_KEYS = [
  'deployment.environment.name',
  'deployment.environment',
  'langfuse.environment',
  'traceloop.association.properties.environment',
  'ai.telemetry.metadata.environment',
  'ai.settings.context.environment',
  'langsmith.metadata.environment',
  'mastra.metadata.environment',
] as const;

function readSession(attributes: Attributes): string | null {
  for (const key of SESSION_KEYS) {
    // An int under this key is the operating system's thread, by OTel's general conventions.
    const found = key === 'thread.id' ? (attributes.string(key) ?? null) : readName(attributes, key);
    if (found !== null) return found;
  }
  return null;
}

export const session: Convention = {
  keys: SESSION_KEYS,
  read(span, draft) {
    draft.sessionId ??= readSession(span.attributes);
  },
};

export const user: Convention = {
  keys: USER_KEYS,
  read(span, draft) {
    draft.userId ??= readName(span.attributes, ...USER_KEYS);
  },
};

export const environment: Convention = {
  keys: ENVIRONMENT_KEYS,
  read(span, draft) {
    draft.environment ??= readName(span.attributes, ...ENVIRONMENT_KEYS);
  },
};

/** Keys that say whose a span is, and so do not make it an AI span. */
export const IDENTITY_KEYS: ReadonlySet<string> = new Set([
  ...SESSION_KEYS,
  ...USER_KEYS,
  ...ENVIRONMENT_KEYS,
]);

export interface ResourceFields {
  readonly serviceName: string | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly environment: string | null;
}

/** What a resource says for all its spans; it stands behind their own attributes. */
export const readResourceFields = (resource: Attributes): ResourceFields => ({
  serviceName: readName(resource, 'service.name'),
  sessionId: readSession(resource),
  userId: readName(resource, ...USER_KEYS),
  environment: readName(resource, ...ENVIRONMENT_KEYS),
});
