import { Type, type Static } from 'typebox';
import {
  Dollars,
  JsonObject,
  Nullable,
  ObservationType,
  Page,
  SpanCategory,
  SpanKind,
  StatusCode,
  Timestamp,
  environmentFilter,
  extended,
  includeRawSpan,
  object,
  orderBy,
  pageQuery,
  textFilter,
  tokenCounts,
} from './common.ts';
import { FiltersParameter, SearchParameter } from './filters.ts';
import { LogRecord } from './logs.ts';

/** One span as lists show it. */
export const Span = object('Span', "Tokens and costs are this span's own.", {
  trace_id: Type.String(),
  span_id: Type.String(),
  parent_span_id: Nullable(Type.String()),
  span_name: Type.String(),
  span_kind: SpanKind,
  span_category: SpanCategory,
  observation_type: ObservationType,
  framework: Nullable(Type.String({ description: 'slug', examples: ['langchain'] })),
  service_name: Nullable(Type.String()),
  status_code: StatusCode,
  status_message: Nullable(Type.String()),
  error_preview: Nullable(
    Type.String({
      description:
        'first 200 characters of what a failed span says of it, in its status or an exception, with the name of what was thrown',
    }),
  ),
  timestamp_start: Timestamp,
  timestamp_end: Timestamp,
  duration_ms: Type.Number(),
  session_id: Nullable(Type.String({ description: 'the one that it names, else that of its trace' })),
  user_id: Nullable(Type.String({ description: 'the one that it names, else that of its trace' })),
  environment: Nullable(Type.String()),
  gen_ai_system: Nullable(Type.String()),
  model: Nullable(Type.String({ description: 'the one that answered, else the one asked for' })),
  gen_ai_request_model: Nullable(Type.String()),
  gen_ai_response_model: Nullable(Type.String()),
  gen_ai_operation_name: Nullable(Type.String()),
  agent_name: Nullable(Type.String()),
  tool_name: Nullable(Type.String()),
  finish_reasons: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  metadata: JsonObject,
  state: Type.Union([Type.Literal('running'), Type.Literal('done')], {
    description: '`running`: a placeholder of a span that has not ended',
  }),
  ...tokenCounts,
  input_cost: Dollars,
  output_cost: Dollars,
  total_cost: Dollars,
  cost_known: Type.Boolean({ description: 'false, and costs 0, where the model has no known price' }),
  has_error: Type.Boolean(),
  time_to_first_token_ms: Nullable(Type.Number()),
  event_count: Type.Integer(),
  link_count: Type.Integer(),
  input_preview: Nullable(Type.String()),
  output_preview: Nullable(Type.String()),
  raw_span: Type.Optional(
    Type.Unknown({
      description:
        'only with `include_raw_span=true`: the span in OTLP JSON, with its `resource` and `scope`',
    }),
  ),
});
export type Span = Static<typeof Span>;

const depth = Type.Integer({ description: '0: a root, or a span whose parent is not there' });

/** A span of `GET {P}/traces/{trace_id}`. */
export const TreeSpan = extended('TreeSpan', 'A span and where it stands in its trace.', Span, { depth });
export type TreeSpan = Static<typeof TreeSpan>;

/** What the tree of a trace shows of a span: `fields=tree` of `GET {P}/traces/{trace_id}`, for large traces. */
export const TreeRow = object('TreeRow', 'What a tree shows of a span.', {
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
    'error_preview',
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
  usage_counts: Type.Boolean({
    description:
      'whether its tokens and cost are part of the sums of the trace: a span that repeats those of another is left out',
  }),
  depth,
});
export type TreeRow = Static<typeof TreeRow>;

export const SpanEvent = object('SpanEvent', 'An event that the span recorded.', {
  name: Type.String(),
  timestamp: Timestamp,
  attributes: JsonObject,
});
export type SpanEvent = Static<typeof SpanEvent>;

export const SpanLink = object('SpanLink', 'A span that this one points to.', {
  trace_id: Type.String(),
  span_id: Type.String(),
  attributes: JsonObject,
});
export type SpanLink = Static<typeof SpanLink>;

/** Attribute values are plain JSON, 64-bit integers beyond 2^53 with all their digits. */
export const SpanDetail = extended('SpanDetail', 'A span with all that it carries.', Span, {
  agent_id: Nullable(Type.String()),
  agent_description: Nullable(Type.String()),
  tool_call_id: Nullable(Type.String()),
  tool_description: Nullable(Type.String()),
  attributes: JsonObject,
  resource: Type.Object({ attributes: JsonObject }),
  scope: Type.Object({ name: Type.String(), version: Type.String(), attributes: JsonObject }),
  events: Type.Array(SpanEvent),
  links: Type.Array(SpanLink),
  logs: Type.Array(LogRecord, {
    description: 'the log records that name it, in the order in which they were written',
  }),
});
export type SpanDetail = Static<typeof SpanDetail>;

export const SpanPage = Page('SpanPage', Span);
export type SpanPage = Static<typeof SpanPage>;

export const SPAN_SORTS = [
  'timestamp_start',
  'timestamp_end',
  'duration_ms',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'total_cost',
  'span_name',
  'model',
] as const;

export const SpanListQuery = Type.Object({
  ...pageQuery(100),
  order_by: orderBy(SPAN_SORTS, 'timestamp_start'),
  filters: FiltersParameter,
  search: SearchParameter,
  trace_id: textFilter('the trace that it is of'),
  session_id: textFilter('also of spans that name none themselves, in traces of that session'),
  user_id: textFilter('also of spans that name none themselves, in traces of that user'),
  environment: environmentFilter,
  span_category: Type.Optional(SpanCategory),
  observation_type: Type.Optional(ObservationType),
  framework: textFilter("the span's own `framework`"),
  gen_ai_request_model: textFilter('the model that was asked for, whichever answered'),
  status_code: Type.Optional(StatusCode),
  has_error: Type.Optional(
    Type.Boolean({
      description:
        'true: only spans that failed, also where the status does not say so but an exception or the framework does; false: only the others',
    }),
  ),
  is_observation: Type.Optional(
    Type.Boolean({ description: 'true: only spans whose `observation_type` is not `span`' }),
  ),
  include_raw_span: includeRawSpan,
});
export type SpanListQuery = Static<typeof SpanListQuery>;

export const RawSpanQuery = Type.Object({ include_raw_span: includeRawSpan });
export type RawSpanQuery = Static<typeof RawSpanQuery>;

const { page, limit } = pageQuery(100);

export const TraceSpansQuery = Type.Object({
  page,
  limit,
  order_by: orderBy(SPAN_SORTS, 'timestamp_start:asc'),
  include_raw_span: includeRawSpan,
});
export type TraceSpansQuery = Static<typeof TraceSpansQuery>;
