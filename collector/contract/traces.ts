import { Type, type Static } from 'typebox';
import {
  Dollars,
  Nullable,
  Page,
  Timestamp,
  UnpricedCalls,
  environmentFilter,
  extended,
  includeRawSpan,
  object,
  orderBy,
  pageQuery,
  textFilter,
} from './common.ts';
import { FiltersParameter, SearchParameter } from './filters.ts';
import { TreeRow, TreeSpan } from './spans.ts';

/** One trace as lists show it. */
export const TraceSummary = object('TraceSummary', 'Tokens and costs count each model call once.', {
  trace_id: Type.String(),
  trace_name: Type.String({
    description: "the root span's name; while no root has come, the earliest span's",
  }),
  start_time: Timestamp,
  end_time: Timestamp,
  duration_ms: Type.Number(),
  session_id: Nullable(Type.String()),
  user_id: Nullable(Type.String()),
  environment: Nullable(Type.String()),
  span_count: Type.Integer(),
  total_tokens: Type.Integer(),
  total_cost: Dollars,
  service_name: Nullable(Type.String()),
  framework: Nullable(Type.String()),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  cache_read_tokens: Type.Integer(),
  cache_write_tokens: Type.Integer(),
  reasoning_tokens: Type.Integer(),
  input_cost: Dollars,
  output_cost: Dollars,
  unpriced_call_count: UnpricedCalls,
  observation_count: Type.Integer({ description: 'spans whose `observation_type` is not `span`' }),
  llm_call_count: Type.Integer(),
  tool_call_count: Type.Integer(),
  error_count: Type.Integer(),
  running_span_count: Type.Integer({
    description:
      'spans of which only a placeholder has come: the trace goes on, whatever its `end_time` says',
  }),
  has_error: Type.Boolean(),
  models: Type.Array(Type.String()),
  agents: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  input_preview: Nullable(Type.String({ description: 'first 200 characters of the first user message' })),
  output_preview: Nullable(
    Type.String({
      description:
        'first 200 characters of the last assistant message; null where the user has asked something since and only tools were called for it',
    }),
  ),
  error_preview: Nullable(
    Type.String({
      description: '`error_preview` of the failed span that ended last, of those that have one',
    }),
  ),
  root_has_error: Type.Boolean({
    description: 'the root failed: what the trace was for, not only something on the way to it',
  }),
  is_complete: Type.Boolean({ description: 'the root has come and no parent is missing' }),
});
export type TraceSummary = Static<typeof TraceSummary>;

export const TraceDetail = extended(
  'TraceDetail',
  'A trace with all its spans, parents first.',
  TraceSummary,
  {
    spans: Type.Array(TreeSpan),
  },
);
export type TraceDetail = Static<typeof TraceDetail>;

/** The same with `fields=tree`. */
export const TraceTreeDetail = extended('TraceTreeDetail', 'The same, with `fields=tree`.', TraceSummary, {
  spans: Type.Array(TreeRow),
});
export type TraceTreeDetail = Static<typeof TraceTreeDetail>;

export const TraceDetailQuery = Type.Object({
  include_raw_span: includeRawSpan,
  fields: Type.Optional(
    Type.Literal('tree', { description: 'leaves of each span only what a tree shows, for large traces' }),
  ),
});
export type TraceDetailQuery = Static<typeof TraceDetailQuery>;

export const TracePage = Page('TracePage', TraceSummary);
export type TracePage = Static<typeof TracePage>;

export const TRACE_SORTS = [
  'start_time',
  'end_time',
  'duration_ms',
  'span_count',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'total_cost',
  'trace_name',
] as const;

export const TraceListQuery = Type.Object({
  ...pageQuery(50),
  order_by: orderBy(TRACE_SORTS, 'start_time'),
  filters: FiltersParameter,
  search: SearchParameter,
  session_id: textFilter('the session that it belongs to'),
  user_id: textFilter("the trace's `user_id`"),
  environment: environmentFilter,
  include_nongenai: Type.Boolean({ default: false, description: 'also traces without any AI span' }),
  framework: textFilter('the `framework` of any span'),
  model: textFilter('requested or answered by any span'),
  agent: textFilter('the `agent_name` of any span'),
  tool: textFilter('the `tool_name` of any span'),
  has_error: Type.Optional(
    Type.Boolean({ description: 'true: only traces with a span that failed; false: only those without' }),
  ),
  min_duration_ms: Type.Optional(
    Type.Number({ minimum: 0, description: 'only traces that took as long or longer' }),
  ),
  tag: textFilter('one of the `tags` of any span'),
});
export type TraceListQuery = Static<typeof TraceListQuery>;
