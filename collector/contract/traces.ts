import { Type, type Static } from 'typebox';
import { Nullable, Page, Timestamp, pageQuery } from './common.ts';
import { FiltersParameter, SearchParameter } from './filters.ts';
import { TreeRow, TreeSpan } from './spans.ts';

/** One trace as lists show it. Tokens and costs count each model call once (API.md section 4); costs in US dollars. */
export const TraceSummary = Type.Object({
  trace_id: Type.String(),
  trace_name: Type.String(),
  start_time: Timestamp,
  end_time: Timestamp,
  duration_ms: Type.Number(),
  session_id: Nullable(Type.String()),
  user_id: Nullable(Type.String()),
  environment: Nullable(Type.String()),
  span_count: Type.Integer(),
  total_tokens: Type.Integer(),
  total_cost: Type.Number(),
  service_name: Nullable(Type.String()),
  framework: Nullable(Type.String()),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  cache_read_tokens: Type.Integer(),
  cache_write_tokens: Type.Integer(),
  reasoning_tokens: Type.Integer(),
  input_cost: Type.Number(),
  output_cost: Type.Number(),
  observation_count: Type.Integer(),
  llm_call_count: Type.Integer(),
  tool_call_count: Type.Integer(),
  error_count: Type.Integer(),
  has_error: Type.Boolean(),
  models: Type.Array(Type.String()),
  agents: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  input_preview: Nullable(Type.String()),
  output_preview: Nullable(Type.String()),
  is_complete: Type.Boolean(),
});
export type TraceSummary = Static<typeof TraceSummary>;

export const TraceDetail = Type.Intersect([TraceSummary, Type.Object({ spans: Type.Array(TreeSpan) })]);
export type TraceDetail = Static<typeof TraceDetail>;

/** The same with `fields=tree`. */
export const TraceTreeDetail = Type.Intersect([TraceSummary, Type.Object({ spans: Type.Array(TreeRow) })]);
export type TraceTreeDetail = Static<typeof TraceTreeDetail>;

export const TraceDetailQuery = Type.Object({
  include_raw_span: Type.Boolean({ default: false }),
  fields: Type.Optional(Type.Literal('tree')),
});
export type TraceDetailQuery = Static<typeof TraceDetailQuery>;

export const TracePage = Page(TraceSummary);
export type TracePage = Static<typeof TracePage>;

export const TraceListQuery = Type.Object({
  ...pageQuery(50),
  filters: FiltersParameter,
  search: SearchParameter,
  session_id: Type.Optional(Type.String()),
  user_id: Type.Optional(Type.String()),
  environment: Type.Optional(Type.Array(Type.String())),
  include_nongenai: Type.Boolean({ default: false }),
  framework: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
  agent: Type.Optional(Type.String()),
  tool: Type.Optional(Type.String()),
  has_error: Type.Optional(Type.Boolean()),
  min_duration_ms: Type.Optional(Type.Number({ minimum: 0 })),
  tag: Type.Optional(Type.String()),
});
export type TraceListQuery = Static<typeof TraceListQuery>;
