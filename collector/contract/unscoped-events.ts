import { Type, type Static } from 'typebox';
import { JsonObject, Nullable, extended, object } from './common.ts';
import { Nanoseconds, UnscopedSpan } from './unscoped.ts';

export const SpanEventType = Type.Union([
  Type.Literal('user_message'),
  Type.Literal('assistant_message'),
  Type.Literal('system_message'),
  Type.Literal('tool_call'),
  Type.Literal('tool_result'),
  Type.Literal('choice'),
  Type.Literal('other'),
]);
export type SpanEventType = Static<typeof SpanEventType>;

/**
 * What happened on a span: its recorded events, and the messages that its framework recorded as attributes or log records.
 * A message that holds tool calls is followed by one `tool_call` for each of them. The id stays the same however often
 * the span is sent.
 */
export const UnscopedEvent = object('UnscopedEvent', 'A message, tool call or event of a span.', {
  id: Type.String(),
  span_id: Type.String(),
  trace_id: Type.String(),
  event_name: Type.String(),
  event_time_ns: Nanoseconds,
  event_type: SpanEventType,
  role: Nullable(Type.String()),
  finish_reason: Nullable(Type.String()),
  content_preview: Nullable(Type.String({ description: 'the first 500 characters' })),
  tool_name: Nullable(Type.String()),
  tool_call_id: Nullable(Type.String()),
});
export type UnscopedEvent = Static<typeof UnscopedEvent>;

/**
 * With what the event carries; a message from an attribute or a log record stands under the conventions' own key,
 * `gen_ai.input.messages` or `gen_ai.output.messages`.
 */
export const UnscopedEventDetail = extended('UnscopedEventDetail', 'With what it carries.', UnscopedEvent, {
  attributes: JsonObject,
});
export type UnscopedEventDetail = Static<typeof UnscopedEventDetail>;

export const UnscopedEventList = object('UnscopedEventList', 'What happened on a span.', {
  events: Type.Array(UnscopedEventDetail),
});
export type UnscopedEventList = Static<typeof UnscopedEventList>;

export const UnscopedSpanDetail = extended('UnscopedSpanDetail', 'With all it carries.', UnscopedSpan, {
  data: Type.Object({ attributes: JsonObject, resource: Type.Object({ attributes: JsonObject }) }),
  events: Type.Array(UnscopedEvent),
});
export type UnscopedSpanDetail = Static<typeof UnscopedSpanDetail>;

export const OneSpanQuery = Type.Object({
  trace_id: Type.Optional(
    Type.String({ description: 'which of the spans of that id; the newest where it is absent' }),
  ),
});
export type OneSpanQuery = Static<typeof OneSpanQuery>;
