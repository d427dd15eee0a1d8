import type {
  CountedUsage,
  LeftOutReason,
  PriceUsed,
  TraceTotals,
} from '../../../../collector/contract/totals.ts';
import { formatCost, formatCount } from '../../../lib/format.ts';
import { costWithout } from '../../../lib/usage.ts';

/** Why a span's usage is not in the sum, as people say it. */
export function reasonText(reason: LeftOutReason): string {
  switch (reason) {
    case 'descendant_has_usage':
      return 'It repeats what model calls below it report.';
    case 'nested_call_has_usage':
      return 'A call inside it tells the same call again.';
    case 'call_around_tells_more':
      return 'The call around it tells more of the same call.';
    case 'same_response':
      return 'Another span recorded the same answer at the same time.';
  }
}

type CountedCost = Pick<CountedUsage, 'price' | 'cost' | 'cost_source'>;

/** Whether it is known what a call cost, if only that it was nothing. */
export function isPriced({ price, cost, cost_source }: CountedCost): boolean {
  return price !== null || cost_source !== null || cost > 0;
}

/** What was counted; `$0` of what has no price would say that it is known. */
export function costText(counted: CountedCost): string {
  return isPriced(counted) ? formatCost(counted.cost) : '–';
}

/** The cost of all calls, which is at least that much where some have no price: `≥ $0.0023`. */
export function costSumText(counted: readonly CountedCost[]): string {
  const priced = counted.filter(isPriced);
  if (priced.length === 0) return '–';
  const sum = priced.reduce((all, { cost }) => all + cost, 0);
  return costWithout(counted.length - priced.length, sum);
}

/** Where a counted cost is from. */
export function priceText(counted: CountedCost): string {
  const { price, cost_source } = counted;
  if (price !== null) return `${price.provider} · ${price.model}`;
  if (!isPriced(counted)) return 'no price for this model';
  if (cost_source === 'span') return 'cost sent with the span';
  const then = 'as it was when the span came';
  // What an earlier version stored does not tell.
  return cost_source === 'prices' ? then : `${then}, or sent with it`;
}

/**
 * What a million tokens cost: `input $2.50, from cache $1.25, output $10.00`; cached and reasoning prices only where they
 * differ from the input's and output's.
 */
export function priceParts(price: PriceUsed): string {
  const differs = (label: string, dollars: number, from: number): string[] =>
    dollars === from || dollars === 0 ? [] : [`${label} ${priceOf(dollars)}`];
  const parts = [
    `input ${priceOf(price.input)}`,
    ...differs('from cache', price.cache_read, price.input),
    ...differs('to cache', price.cache_write, price.input),
    `output ${priceOf(price.output)}`,
    ...differs('reasoning', price.reasoning, price.output),
  ];
  return parts.join(', ');
}

const priceOf = (dollars: number): string =>
  `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;

/** `1,200 (1,024 from cache, 64 to cache)` */
export function tokensWithParts(tokens: number, parts: readonly string[]): string {
  return parts.length === 0 ? formatCount(tokens) : `${formatCount(tokens)} (${parts.join(', ')})`;
}

/** How one span's usage was counted; null where it carries none. */
export function countingOf(
  totals: TraceTotals,
  spanId: string,
): { readonly counted: CountedUsage } | { readonly leftOut: LeftOutReason } | null {
  const counted = totals.counted.find((usage) => usage.span_id === spanId);
  if (counted !== undefined) return { counted };
  const leftOut = totals.left_out.find((usage) => usage.span_id === spanId);
  return leftOut === undefined ? null : { leftOut: leftOut.reason };
}
