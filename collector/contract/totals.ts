import { Type, type Static } from 'typebox';
import { Nullable } from './common.ts';

/** What a call was priced at, in US dollars per million tokens. */
export const PriceUsed = Type.Object({
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
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  cache_read_tokens: Type.Integer(),
  cache_write_tokens: Type.Integer(),
  reasoning_tokens: Type.Integer(),
  /** US dollars. */
  cost: Type.Number(),
};

/** `price` is null where the span carried its own cost, and where its model has no price. */
export const CountedUsage = Type.Object({ ...usage, price: Nullable(PriceUsed) });
export type CountedUsage = Static<typeof CountedUsage>;

/**
 * Why usage is left out: `descendant_has_usage`: the span is no model call and some span below it carries usage;
 * `nested_call_has_usage`: it is one, and a span below it, with no tool or agent between, tells the same call.
 */
export const LeftOutReason = Type.Union([
  Type.Literal('descendant_has_usage'),
  Type.Literal('nested_call_has_usage'),
]);
export type LeftOutReason = Static<typeof LeftOutReason>;

export const LeftOutUsage = Type.Object({ ...usage, reason: LeftOutReason });
export type LeftOutUsage = Static<typeof LeftOutUsage>;

/** How a trace's tokens and cost were counted: the sum of `counted` is what its summary shows. In start order. */
export const TraceTotals = Type.Object({
  counted: Type.Array(CountedUsage),
  left_out: Type.Array(LeftOutUsage),
});
export type TraceTotals = Static<typeof TraceTotals>;
