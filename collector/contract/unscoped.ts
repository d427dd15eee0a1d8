import { Type, type Static, type TSchema } from 'typebox';
import { Nullable, SpanCategory, extended, object, textFilter } from './common.ts';
import { AttributeOption } from './filter-options.ts';
import { FiltersParameter } from './filters.ts';

/** What `JSON.rawJSON` makes: digits that stand in the answer as they are and never pass through a number. */
export interface RawInteger {
  readonly rawJSON: string;
}

/** Nanoseconds with all their digits: a JSON integer beyond what a double holds exactly. */
export const Nanoseconds = Type.Unsafe<RawInteger>({
  type: 'integer',
  format: 'int64',
  description: 'nanoseconds, with all digits: read it as a 64-bit integer, not as a double',
});

/** `{<name>: […], next_cursor, has_more}`; `next_cursor` is null on the last page. */
const cursorPage = <Name extends string, T extends TSchema>(title: string, name: Name, item: T) =>
  object(title, 'One page of a list, newest first.', {
    ...({ [name]: Type.Array(item) } as Record<Name, ReturnType<typeof Type.Array<T>>>),
    next_cursor: Nullable(Type.String({ description: 'null on the last page' })),
    has_more: Type.Boolean(),
  });

/** A limit above the maximum is refused, not cut. */
const cursorQuery = (standard: number, maximum: number) => ({
  cursor: Type.Optional(
    Type.String({
      description:
        'the `next_cursor` of the page before; walking all pages shows every row that was there at the start once',
    }),
  ),
  limit: Type.Integer({ minimum: 1, maximum, default: standard, description: 'items a page' }),
});

/** One trace of project `default`. */
export const UnscopedTrace = object('UnscopedTrace', 'Tokens count each model call once.', {
  trace_id: Type.String(),
  session_id: Nullable(Type.String()),
  root_span_id: Nullable(Type.String()),
  root_span_name: Nullable(Type.String()),
  service_name: Nullable(Type.String()),
  detected_framework: Nullable(Type.String()),
  span_count: Type.Integer(),
  start_time_ns: Nanoseconds,
  end_time_ns: Nanoseconds,
  duration_ns: Nanoseconds,
  total_input_tokens: Type.Integer(),
  total_output_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  has_errors: Type.Boolean(),
});
export type UnscopedTrace = Static<typeof UnscopedTrace>;

export const UnscopedTraceDetail = extended('UnscopedTraceDetail', 'A trace and its values.', UnscopedTrace, {
  attributes: Type.Record(Type.String(), Type.Array(Type.Unknown()), {
    description: 'every indexed key of its spans with the distinct values that they give it',
  }),
});
export type UnscopedTraceDetail = Static<typeof UnscopedTraceDetail>;

export const UnscopedTraceList = cursorPage('UnscopedTraceList', 'traces', UnscopedTrace);
export type UnscopedTraceList = Static<typeof UnscopedTraceList>;

export const UnscopedTraceQuery = Type.Object({
  ...cursorQuery(50, 100),
  service: textFilter('the `service_name` of any span'),
  framework: textFilter('the `detected_framework` of any span'),
  agent: textFilter('the agent that any span names'),
  errors_only: Type.Boolean({ default: false, description: 'only traces with a span that failed' }),
  search: Type.Optional(Type.String({ description: 'a piece of the trace id or service name' })),
  attributes: FiltersParameter,
});
export type UnscopedTraceQuery = Static<typeof UnscopedTraceQuery>;

export const UnscopedFilters = object('UnscopedFilters', 'What traces can be filtered by.', {
  services: Type.Array(Type.String()),
  frameworks: Type.Array(Type.String()),
  attributes: Type.Array(AttributeOption),
});
export type UnscopedFilters = Static<typeof UnscopedFilters>;

/** Usage and durations are null where the span does not report them. */
export const UnscopedSpan = object('UnscopedSpan', 'One span of project `default`.', {
  span_id: Type.String(),
  trace_id: Type.String(),
  session_id: Nullable(Type.String()),
  parent_span_id: Nullable(Type.String()),
  span_name: Type.String(),
  service_name: Nullable(Type.String()),
  detected_framework: Nullable(Type.String()),
  detected_category: SpanCategory,
  gen_ai_system: Nullable(Type.String()),
  gen_ai_operation_name: Nullable(Type.String()),
  gen_ai_agent_name: Nullable(Type.String()),
  gen_ai_tool_name: Nullable(Type.String()),
  gen_ai_request_model: Nullable(Type.String()),
  gen_ai_response_model: Nullable(Type.String()),
  start_time_ns: Nanoseconds,
  end_time_ns: Nanoseconds,
  duration_ns: Nanoseconds,
  time_to_first_token_ms: Nullable(Type.Number()),
  request_duration_ms: Nullable(Type.Number()),
  status_code: Type.Integer({ description: "the protocol's own numbers: 0 unset, 1 ok, 2 error" }),
  usage_input_tokens: Nullable(Type.Integer()),
  usage_output_tokens: Nullable(Type.Integer()),
  usage_total_tokens: Nullable(Type.Integer()),
  usage_cache_read_tokens: Nullable(Type.Integer()),
  usage_cache_write_tokens: Nullable(Type.Integer()),
});
export type UnscopedSpan = Static<typeof UnscopedSpan>;

export const UnscopedSpanList = cursorPage('UnscopedSpanList', 'spans', UnscopedSpan);
export type UnscopedSpanList = Static<typeof UnscopedSpanList>;

export const UnscopedTraceSpans = object('UnscopedTraceSpans', 'All spans of one trace in start order.', {
  spans: Type.Array(UnscopedSpan),
});
export type UnscopedTraceSpans = Static<typeof UnscopedTraceSpans>;

export const UnscopedSpanQuery = Type.Object({
  ...cursorQuery(100, 1000),
  trace_id: textFilter('the trace that it is of'),
  service: textFilter("the span's `service_name`"),
  framework: textFilter("the span's `detected_framework`"),
  category: Type.Optional(SpanCategory),
  agent: textFilter('the agent that the span names'),
  tool: textFilter('the tool that the span names'),
  model: textFilter('requested or answered'),
});
export type UnscopedSpanQuery = Static<typeof UnscopedSpanQuery>;

export const UnscopedSession = object('UnscopedSession', 'The sums of its traces, of project `default`.', {
  session_id: Type.String(),
  user_id: Nullable(Type.String()),
  service_name: Nullable(Type.String()),
  trace_count: Type.Integer(),
  span_count: Type.Integer(),
  total_input_tokens: Type.Integer(),
  total_output_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  has_errors: Type.Boolean(),
  first_seen_ns: Nanoseconds,
  last_seen_ns: Nanoseconds,
  duration_ns: Nanoseconds,
});
export type UnscopedSession = Static<typeof UnscopedSession>;

export const UnscopedSessionList = cursorPage('UnscopedSessionList', 'sessions', UnscopedSession);
export type UnscopedSessionList = Static<typeof UnscopedSessionList>;

export const UnscopedSessionQuery = Type.Object({
  ...cursorQuery(50, 100),
  user_id: textFilter("the session's `user_id`"),
  service: textFilter('the `service_name` of any span'),
});
export type UnscopedSessionQuery = Static<typeof UnscopedSessionQuery>;

export const SessionTrace = object('SessionTrace', 'A trace of a session.', {
  trace_id: Type.String(),
  root_span_name: Nullable(Type.String()),
  span_count: Type.Integer(),
  start_time_ns: Nanoseconds,
  duration_ns: Nanoseconds,
  has_errors: Type.Boolean(),
});
export type SessionTrace = Static<typeof SessionTrace>;

export const SessionTraceList = cursorPage('SessionTraceList', 'traces', SessionTrace);
export type SessionTraceList = Static<typeof SessionTraceList>;

export const SessionTraceQuery = Type.Object(cursorQuery(50, 100));
export type SessionTraceQuery = Static<typeof SessionTraceQuery>;
