import type {
  CountedUsage,
  LeftOutReason,
  PriceUsed,
  TraceTotals,
} from '../../../collector/contract/totals.ts';
import { formatCount } from '../../lib/format.ts';

/** Why a span's usage is not in the sum, as people say it. */
export function reasonText(reason: LeftOutReason): string {
  switch (reason) {
    case 'descendant_has_usage':
      return 'It repeats what model calls below it report.';
    case 'nested_call_has_usage':
      return 'A call inside it tells the same call again.';
  }
}

/** Where a counted cost is from. */
export function priceText({ price, cost }: Pick<CountedUsage, 'price' | 'cost'>): string {
  if (price !== null) return `${price.provider} · ${price.model}`;
  return cost > 0 ? 'cost sent with the span' : 'no price for this model';
}

/**
 * What a million tokens cost: `input $2.50, cached $1.25, output $10.00 a million tokens`; cached and reasoning prices only
 * where they differ from the input's and output's.
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
  return `${parts.join(', ')} a million`;
}

const priceOf = (dollars: number): string =>
  `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;

/** `1,200 (1,024 cached)` */
export function tokensWithPart(tokens: number, part: number, name: string): string {
  return part === 0 ? formatCount(tokens) : `${formatCount(tokens)} (${formatCount(part)} ${name})`;
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
