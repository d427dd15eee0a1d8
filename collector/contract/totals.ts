import { Type, type Static } from 'typebox';
import { Dollars, Nullable, object, tokenCounts } from './common.ts';

export const PriceUsed = object('PriceUsed', 'US dollars per million tokens.', {
  provider: Type.String(),
  model: Type.String(),
  input: Type.Number(),
  output: Type.Number(),
  cache_read: Type.Number(),
  cache_write: Type.Number(),
  reasoning: Type.Number(),
});
export type PriceUsed = Static<typeof PriceUsed>;

const usage = {
  span_id: Type.String(),
  ...tokenCounts,
  cost: Dollars,
};

export const CostSource = Type.Union([Type.Literal('span'), Type.Literal('prices')], {
  description:
    '`span`: the span carried its own cost; `prices`: it was counted by the prices of when it came',
});
export type CostSource = Static<typeof CostSource>;

/**
 * `cost_source` is null where no cost is known, and where an earlier version stored the span. `price` is today's, where it
 * makes the cost: null where the span carried its own, the price has changed since or has parts that are not told here
 * (audio), or the model has none.
 */
export const CountedUsage = object('CountedUsage', 'Usage that is in the totals.', {
  ...usage,
  cost_source: Nullable(CostSource),
  price: Nullable(PriceUsed),
});
export type CountedUsage = Static<typeof CountedUsage>;

export const LeftOutReason = Type.Union(
  [
    Type.Literal('descendant_has_usage'),
    Type.Literal('nested_call_has_usage'),
    Type.Literal('call_around_tells_more'),
    Type.Literal('same_response'),
  ],
  {
    description:
      '`descendant_has_usage`: the span is no model call and a span below it carries usage; `nested_call_has_usage`: it is one, and a span below it, with no tool or agent between, tells the same call; `call_around_tells_more`: the span of a call around it has the same input and output and tells more of them (cached tokens, reasoning); `same_response`: a span that counts recorded the same answer at the same time: by its id, or beside this one with the same tokens and cost where this one names no id',
  },
);
export type LeftOutReason = Static<typeof LeftOutReason>;

export const LeftOutUsage = object('LeftOutUsage', 'Usage that another span tells as well.', {
  ...usage,
  reason: LeftOutReason,
});
export type LeftOutUsage = Static<typeof LeftOutUsage>;

/** In start order. */
export const TraceTotals = object('TraceTotals', 'The sum of `counted` is what the summary shows.', {
  counted: Type.Array(CountedUsage),
  left_out: Type.Array(LeftOutUsage),
});
export type TraceTotals = Static<typeof TraceTotals>;
