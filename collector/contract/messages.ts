import { Type, type Static } from 'typebox';
import { Nullable, Timestamp } from './common.ts';

/** Parts of the OpenTelemetry GenAI message model (MESSAGES.md section 1). */
export const TextPart = Type.Object({ type: Type.Literal('text'), content: Type.String() });
export const ReasoningPart = Type.Object({ type: Type.Literal('reasoning'), content: Type.String() });
export const ToolCallPart = Type.Object({
  type: Type.Literal('tool_call'),
  id: Nullable(Type.String()),
  name: Type.String(),
  arguments: Type.Unknown(),
});
export const ToolCallResponsePart = Type.Object({
  type: Type.Literal('tool_call_response'),
  id: Nullable(Type.String()),
  name: Nullable(Type.String()),
  response: Type.Unknown(),
  is_error: Type.Boolean(),
});
const Modality = Type.String({ description: 'image, audio, video or document' });
export const BlobPart = Type.Object({
  type: Type.Literal('blob'),
  modality: Modality,
  mime_type: Nullable(Type.String()),
  content: Type.String({ description: 'base64' }),
});
export const UriPart = Type.Object({
  type: Type.Literal('uri'),
  modality: Modality,
  mime_type: Nullable(Type.String()),
  uri: Type.String(),
});
export const FilePart = Type.Object({
  type: Type.Literal('file'),
  modality: Modality,
  mime_type: Nullable(Type.String()),
  file_id: Type.String(),
});
export const ErrorPart = Type.Object({
  type: Type.Literal('error'),
  name: Nullable(Type.String()),
  message: Type.String(),
  stacktrace: Nullable(Type.String()),
});
/** What no reader understands, with its original value: nothing recorded is lost. */
export const DataPart = Type.Object({
  type: Type.Literal('data'),
  name: Nullable(Type.String()),
  content: Type.Unknown(),
});

export const MessagePart = Type.Union([
  TextPart,
  ReasoningPart,
  ToolCallPart,
  ToolCallResponsePart,
  BlobPart,
  UriPart,
  FilePart,
  ErrorPart,
  DataPart,
]);
export type MessagePart = Static<typeof MessagePart>;

export const MessageRole = Type.Union([
  Type.Literal('system'),
  Type.Literal('user'),
  Type.Literal('assistant'),
  Type.Literal('tool'),
]);
export type MessageRole = Static<typeof MessageRole>;

export const MessageUsage = Type.Object({
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  cache_read_tokens: Type.Integer(),
  cache_write_tokens: Type.Integer(),
  reasoning_tokens: Type.Integer(),
});
export type MessageUsage = Static<typeof MessageUsage>;

export const Message = Type.Object({
  id: Type.String(),
  role: MessageRole,
  name: Nullable(Type.String()),
  parts: Type.Array(MessagePart),
  finish_reason: Nullable(Type.String()),
  trace_id: Type.String(),
  span_id: Type.String(),
  parent_span_id: Nullable(Type.String()),
  span_name: Type.String(),
  agent_name: Nullable(Type.String()),
  timestamp: Timestamp,
  model: Nullable(Type.String()),
  provider: Nullable(Type.String()),
  usage: Nullable(MessageUsage),
  cost: Nullable(Type.Number()),
  direction: Type.Union([Type.Literal('input'), Type.Literal('output')]),
  source: Type.Union([Type.Literal('attribute'), Type.Literal('event'), Type.Literal('log')]),
  /** The ids of all spans that carried this message, the kept copy's first. */
  carried_by: Type.Array(Type.String()),
});
export type Message = Static<typeof Message>;

export const ToolDefinition = Type.Object({
  name: Type.String(),
  description: Nullable(Type.String()),
  parameters: Type.Unknown(),
});
export type ToolDefinition = Static<typeof ToolDefinition>;

export const Conversation = Type.Object({
  messages: Type.Array(Message),
  tools: Type.Array(ToolDefinition),
  meta: Type.Object({
    total_messages: Type.Integer(),
    total_tokens: Type.Integer(),
    total_cost: Type.Number(),
    start_time: Nullable(Timestamp),
    end_time: Nullable(Timestamp),
  }),
});
export type Conversation = Static<typeof Conversation>;
