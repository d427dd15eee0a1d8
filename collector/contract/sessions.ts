import { Type, type Static } from 'typebox';
import { Nullable, Page, Timestamp, pageQuery } from './common.ts';
import { FiltersParameter, SearchParameter } from './filters.ts';
import { TraceSummary } from './traces.ts';

/** One session: the sums of its traces. Costs in US dollars; `duration_ms` from the first start to the last end. */
export const SessionSummary = Type.Object({
  session_id: Type.String(),
  user_id: Nullable(Type.String()),
  environment: Nullable(Type.String()),
  start_time: Timestamp,
  end_time: Timestamp,
  trace_count: Type.Integer(),
  total_tokens: Type.Integer(),
  total_cost: Type.Number(),
  service_name: Nullable(Type.String()),
  span_count: Type.Integer(),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  error_count: Type.Integer(),
  has_error: Type.Boolean(),
  duration_ms: Type.Number(),
  models: Type.Array(Type.String()),
  agents: Type.Array(Type.String()),
  frameworks: Type.Array(Type.String()),
  input_preview: Nullable(Type.String()),
  output_preview: Nullable(Type.String()),
});
export type SessionSummary = Static<typeof SessionSummary>;

export const SessionDetail = Type.Intersect([
  SessionSummary,
  Type.Object({ traces: Type.Array(TraceSummary) }),
]);
export type SessionDetail = Static<typeof SessionDetail>;

export const SessionPage = Page(SessionSummary);
export type SessionPage = Static<typeof SessionPage>;

export const SessionListQuery = Type.Object({
  ...pageQuery(50),
  filters: FiltersParameter,
  search: SearchParameter,
  user_id: Type.Optional(Type.String()),
  environment: Type.Optional(Type.Array(Type.String())),
});
export type SessionListQuery = Static<typeof SessionListQuery>;

/** Body of `DELETE {P}/sessions`. Ids that no session has are ignored. */
export const SessionIds = Type.Object({
  session_ids: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }),
});
export type SessionIds = Static<typeof SessionIds>;
