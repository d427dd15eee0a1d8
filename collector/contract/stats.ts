import { Type, type Static } from 'typebox';
import {
  Dollars,
  Nullable,
  Timestamp,
  UnpricedCalls,
  environmentFilter,
  fromTimestamp,
  object,
  toTimestamp,
  tokenCounts,
} from './common.ts';
import { FiltersParameter } from './filters.ts';

export const StatsInterval = Type.Union([Type.Literal('minute'), Type.Literal('hour'), Type.Literal('day')], {
  description: 'from one point of `series` to the next; chosen by the range where a request names none',
});
export type StatsInterval = Static<typeof StatsInterval>;

export const StatsGroup = Type.Union(
  [
    Type.Literal('model'),
    Type.Literal('framework'),
    Type.Literal('provider'),
    Type.Literal('agent'),
    Type.Literal('tool'),
    Type.Literal('environment'),
    Type.Literal('user'),
  ],
  { description: 'what `groups` has an entry for each value of; without it, there are none' },
);
export type StatsGroup = Static<typeof StatsGroup>;

export const StatsQuery = Type.Object({
  from_timestamp: fromTimestamp,
  to_timestamp: toTimestamp,
  environment: environmentFilter,
  filters: FiltersParameter,
  include_nongenai: Type.Optional(
    Type.Boolean({
      description: 'false leaves out traces without any AI span, as the list of traces does; default true',
    }),
  ),
  interval: Type.Optional(StatsInterval),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'IANA name (`Europe/Berlin`) of the zone whose hours and days `series` has; default UTC',
    }),
  ),
  group_by: Type.Optional(StatsGroup),
});
export type StatsQuery = Static<typeof StatsQuery>;

const milliseconds = Nullable(Type.Number());

/**
 * Figures of whole traces, each by its start time: tokens and cost count each model call once, as the traces' own totals
 * do. Latency is that of model calls (of tool calls in a group by tool) that have ended; null where there was none.
 */
const figures = {
  traces: Type.Integer(),
  spans: Type.Integer(),
  llm_calls: Type.Integer(),
  tool_calls: Type.Integer(),
  errors: Type.Integer(),
  ...tokenCounts,
  total_cost: Dollars,
  unpriced_calls: UnpricedCalls,
  latency_ms: Type.Object({ p50: milliseconds, p95: milliseconds, p99: milliseconds }),
  time_to_first_token_ms: Type.Object({ p50: milliseconds, p95: milliseconds }),
};
export const Figures = object('Figures', 'Sums over the traces that start in a range.', figures);
export type Figures = Static<typeof Figures>;

/**
 * `series` has a point for each interval (of `time_zone`) in which a trace started, `groups` one entry a value, the most tokens
 * first, at most 1,000; what has no value is in no group.
 */
export const Stats = object('Stats', 'Figures of whole traces, each by its start time.', {
  interval: StatsInterval,
  totals: Figures,
  series: Type.Array(Type.Object({ time: Timestamp, ...figures })),
  groups: Type.Array(Type.Object({ value: Type.String(), ...figures })),
});
export type Stats = Static<typeof Stats>;
