import { Type, type Static } from 'typebox';
import { Dollars, Nullable, Timestamp, object, tokenCounts } from './common.ts';

/** Parts as the OpenTelemetry GenAI conventions have them; `error` and `data` are our own. */
const TextPart = object('TextPart', 'What was said.', {
  type: Type.Literal('text'),
  content: Type.String(),
});
const ReasoningPart = object('ReasoningPart', 'What the model thought.', {
  type: Type.Literal('reasoning'),
  content: Type.String(),
});
const ToolCallPart = object('ToolCallPart', 'A tool that the model wants called.', {
  type: Type.Literal('tool_call'),
  id: Nullable(Type.String()),
  name: Type.String(),
  arguments: Type.Unknown(),
});
const ToolCallResponsePart = object('ToolCallResponsePart', 'What a tool answered.', {
  type: Type.Literal('tool_call_response'),
  id: Nullable(Type.String()),
  name: Nullable(Type.String()),
  response: Type.Unknown(),
  is_error: Type.Boolean(),
});
const Modality = Type.String({ description: 'image, audio, video or document' });
const BlobPart = object('BlobPart', 'Content in place.', {
  type: Type.Literal('blob'),
  modality: Modality,
  mime_type: Nullable(Type.String()),
  content: Type.String({ description: 'base64' }),
});
const UriPart = object('UriPart', 'Content elsewhere.', {
  type: Type.Literal('uri'),
  modality: Modality,
  mime_type: Nullable(Type.String()),
  uri: Type.String(),
});
const FilePart = object('FilePart', 'Content that the provider keeps.', {
  type: Type.Literal('file'),
  modality: Modality,
  mime_type: Nullable(Type.String()),
  file_id: Type.String(),
});
const ErrorPart = object('ErrorPart', 'Why there is no answer.', {
  type: Type.Literal('error'),
  name: Nullable(Type.String()),
  message: Type.String(),
  stacktrace: Nullable(Type.String()),
});
/** Nothing recorded is lost. */
export const DataPart = object(
  'DataPart',
  'What there is no other part for, as it was recorded. Names that may be relied on: `refusal`, whose content is what the ' +
    'model said; `redacted_reasoning`, which only the provider can read; `citations`, whose content is a list of ' +
    '`{title, url, quote, recorded}`; `documents`, what a search or a reranker was given or found, a list of `{id, content, score, metadata}`; ' +
    '`evaluation`, how an answer was judged, `{name, score, label, explanation}`; `system_reminders`, what a coding agent’s program told the model ' +
    'between the person’s words, a text. What is not known is null.',
  {
    type: Type.Literal('data'),
    name: Nullable(Type.String()),
    content: Type.Unknown(),
  },
);

export const MessagePart = Type.Union(
  [
    TextPart,
    ReasoningPart,
    ToolCallPart,
    ToolCallResponsePart,
    BlobPart,
    UriPart,
    FilePart,
    ErrorPart,
    DataPart,
  ],
  { title: 'MessagePart' },
);
export type MessagePart = Static<typeof MessagePart>;

export const MessageRole = Type.Union(
  [Type.Literal('system'), Type.Literal('user'), Type.Literal('assistant'), Type.Literal('tool')],
  { title: 'MessageRole' },
);
export type MessageRole = Static<typeof MessageRole>;

export const MessageUsage = object('MessageUsage', 'Tokens of the call that made the message.', {
  ...tokenCounts,
});
export type MessageUsage = Static<typeof MessageUsage>;

export const Message = object('Message', 'One message, told once however many spans carry it.', {
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
  cost: Nullable(Dollars),
  direction: Type.Union([Type.Literal('input'), Type.Literal('output')]),
  source: Type.Union([Type.Literal('attribute'), Type.Literal('event'), Type.Literal('log')]),
  carried_by: Type.Array(Type.String(), {
    description: "the ids of all spans that carried this message, the kept copy's first",
  }),
});
export type Message = Static<typeof Message>;

export const ToolDefinition = object('ToolDefinition', 'A tool that a model was offered.', {
  name: Type.String(),
  description: Nullable(Type.String()),
  parameters: Type.Unknown(),
});
export type ToolDefinition = Static<typeof ToolDefinition>;

export const Conversation = object('Conversation', 'Messages in the order in which they were said.', {
  messages: Type.Array(Message),
  tools: Type.Array(ToolDefinition),
  meta: Type.Object({
    total_messages: Type.Integer(),
    total_tokens: Type.Integer({
      description:
        'of the calls that say something here, each counted once; the sums of the trace or session also have those that were recorded without content, and embeddings',
    }),
    total_cost: Type.Number({ description: 'US dollars, of the same calls' }),
    unpriced_calls: Type.Integer({
      description: 'how many of the same calls have no known price, and are not in `total_cost`',
    }),
    start_time: Nullable(Timestamp),
    end_time: Nullable(Timestamp),
  }),
});
export type Conversation = Static<typeof Conversation>;
