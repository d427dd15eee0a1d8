import { Type, type Static } from 'typebox';
import { Nullable, ObservationType, Page, SpanCategory, StatusCode, Timestamp, pageQuery } from './common.ts';
import { FiltersParameter } from './filters.ts';
import { LogRecord } from './logs.ts';

const JsonObject = Type.Record(Type.String(), Type.Unknown());

/** One span as lists show it (API.md section 4). Tokens and costs are this span's own; costs in US dollars. */
export const Span = Type.Object({
  trace_id: Type.String(),
  span_id: Type.String(),
  parent_span_id: Nullable(Type.String()),
  span_name: Type.String(),
  span_kind: Type.String(),
  span_category: SpanCategory,
  observation_type: ObservationType,
  framework: Nullable(Type.String()),
  service_name: Nullable(Type.String()),
  status_code: StatusCode,
  status_message: Nullable(Type.String()),
  timestamp_start: Timestamp,
  timestamp_end: Timestamp,
  duration_ms: Type.Number(),
  session_id: Nullable(Type.String()),
  user_id: Nullable(Type.String()),
  environment: Nullable(Type.String()),
  gen_ai_system: Nullable(Type.String()),
  model: Nullable(Type.String()),
  gen_ai_request_model: Nullable(Type.String()),
  gen_ai_response_model: Nullable(Type.String()),
  gen_ai_operation_name: Nullable(Type.String()),
  agent_name: Nullable(Type.String()),
  tool_name: Nullable(Type.String()),
  finish_reasons: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  metadata: JsonObject,
  state: Type.Union([Type.Literal('running'), Type.Literal('done')]),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  cache_read_tokens: Type.Integer(),
  cache_write_tokens: Type.Integer(),
  reasoning_tokens: Type.Integer(),
  input_cost: Type.Number(),
  output_cost: Type.Number(),
  total_cost: Type.Number(),
  cost_known: Type.Boolean(),
  has_error: Type.Boolean(),
  time_to_first_token_ms: Nullable(Type.Number()),
  event_count: Type.Integer(),
  link_count: Type.Integer(),
  input_preview: Nullable(Type.String()),
  output_preview: Nullable(Type.String()),
  /** Only with `include_raw_span=true`: the span in OTLP JSON, with its `resource` and `scope`. */
  raw_span: Type.Optional(Type.Unknown()),
});
export type Span = Static<typeof Span>;

/** A span of `GET {P}/traces/{trace_id}`; depth 0 is a root or an orphan. */
export const TreeSpan = Type.Intersect([Span, Type.Object({ depth: Type.Integer() })]);
export type TreeSpan = Static<typeof TreeSpan>;

/** What the tree of a trace shows of a span: `fields=tree` of `GET {P}/traces/{trace_id}`, for large traces. */
export const TreeRow = Type.Object({
  ...Type.Pick(Span, [
    'span_id',
    'parent_span_id',
    'span_name',
    'span_kind',
    'span_category',
    'observation_type',
    'timestamp_start',
    'timestamp_end',
    'duration_ms',
    'status_code',
    'status_message',
    'has_error',
    'state',
    'model',
    'tool_name',
    'agent_name',
    'input_tokens',
    'output_tokens',
    'total_tokens',
    'total_cost',
    'time_to_first_token_ms',
    'event_count',
  ]).properties,
  depth: Type.Integer(),
});
export type TreeRow = Static<typeof TreeRow>;

export const SpanEvent = Type.Object({
  name: Type.String(),
  timestamp: Timestamp,
  attributes: JsonObject,
});
export type SpanEvent = Static<typeof SpanEvent>;

export const SpanLink = Type.Object({
  trace_id: Type.String(),
  span_id: Type.String(),
  attributes: JsonObject,
});
export type SpanLink = Static<typeof SpanLink>;

/** One span with all it carries; attribute values as plain JSON, 64-bit integers beyond 2^53 with all their digits. */
export const SpanDetail = Type.Intersect([
  Span,
  Type.Object({
    attributes: JsonObject,
    resource: Type.Object({ attributes: JsonObject }),
    scope: Type.Object({ name: Type.String(), version: Type.String(), attributes: JsonObject }),
    events: Type.Array(SpanEvent),
    links: Type.Array(SpanLink),
    /** The log records that name it, in the order in which they were written. */
    logs: Type.Array(LogRecord),
  }),
]);
export type SpanDetail = Static<typeof SpanDetail>;

export const SpanPage = Page(Span);
export type SpanPage = Static<typeof SpanPage>;

const environment = Type.Optional(Type.Array(Type.String()));

export const SpanListQuery = Type.Object({
  ...pageQuery(100),
  filters: FiltersParameter,
  trace_id: Type.Optional(Type.String()),
  session_id: Type.Optional(Type.String()),
  user_id: Type.Optional(Type.String()),
  environment,
  span_category: Type.Optional(SpanCategory),
  observation_type: Type.Optional(ObservationType),
  framework: Type.Optional(Type.String()),
  gen_ai_request_model: Type.Optional(Type.String()),
  status_code: Type.Optional(StatusCode),
  is_observation: Type.Optional(Type.Boolean()),
  include_raw_span: Type.Boolean({ default: false }),
});
export type SpanListQuery = Static<typeof SpanListQuery>;

export const RawSpanQuery = Type.Object({ include_raw_span: Type.Boolean({ default: false }) });
export type RawSpanQuery = Static<typeof RawSpanQuery>;

export const TraceSpansQuery = Type.Object({
  ...pageQuery(100),
  include_raw_span: Type.Boolean({ default: false }),
});
export type TraceSpansQuery = Static<typeof TraceSpansQuery>;
