import { Type, type Static } from 'typebox';
import {
  Dollars,
  Nullable,
  Page,
  Timestamp,
  UnpricedCalls,
  environmentFilter,
  extended,
  object,
  orderBy,
  pageQuery,
  textFilter,
} from './common.ts';
import { FiltersParameter, SearchParameter } from './filters.ts';
import { TraceSummary } from './traces.ts';

export const SessionSummary = object('SessionSummary', 'One session: the sums of its traces.', {
  session_id: Type.String(),
  user_id: Nullable(Type.String()),
  environment: Nullable(Type.String()),
  start_time: Timestamp,
  end_time: Timestamp,
  trace_count: Type.Integer(),
  total_tokens: Type.Integer(),
  total_cost: Dollars,
  unpriced_call_count: UnpricedCalls,
  service_name: Nullable(Type.String()),
  span_count: Type.Integer(),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  error_count: Type.Integer(),
  has_error: Type.Boolean(),
  duration_ms: Type.Number({ description: 'from the first start to the last end' }),
  models: Type.Array(Type.String()),
  agents: Type.Array(Type.String()),
  frameworks: Type.Array(Type.String()),
  input_preview: Nullable(Type.String()),
  output_preview: Nullable(Type.String()),
  running_span_count: Type.Integer({ description: 'as its traces tell it, of all of them' }),
  is_complete: Type.Boolean({ description: 'each of its traces is' }),
});
export type SessionSummary = Static<typeof SessionSummary>;

export const SessionDetail = extended('SessionDetail', 'A session with its traces.', SessionSummary, {
  traces: Type.Array(TraceSummary, { description: 'in start order' }),
});
export type SessionDetail = Static<typeof SessionDetail>;

export const SessionPage = Page('SessionPage', SessionSummary);
export type SessionPage = Static<typeof SessionPage>;

export const SESSION_SORTS = [
  'start_time',
  'end_time',
  'trace_count',
  'span_count',
  'total_tokens',
  'total_cost',
] as const;

export const SessionListQuery = Type.Object({
  ...pageQuery(50),
  order_by: orderBy(SESSION_SORTS, 'end_time'),
  filters: FiltersParameter,
  search: SearchParameter,
  user_id: textFilter("the session's `user_id`"),
  environment: environmentFilter,
});
export type SessionListQuery = Static<typeof SessionListQuery>;

/** Body of `DELETE {P}/sessions`. */
export const SessionIds = Type.Object(
  { session_ids: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }) },
  {
    title: 'SessionIds',
    description: 'Ids that no session has are ignored.',
    additionalProperties: false,
  },
);
export type SessionIds = Static<typeof SessionIds>;
