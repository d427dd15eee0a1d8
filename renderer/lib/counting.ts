import type { CountedUsage, LeftOutReason, PriceUsed, TraceTotals } from '../../collector/contract/totals.ts';
import { formatCost, formatCount } from './format.ts';

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

export type PriceRow = { readonly label: string; readonly value: string };

/** What a million tokens cost; cached and reasoning prices only where they differ from the input's and output's. */
export function priceRows(price: PriceUsed): PriceRow[] {
  const row = (label: string, dollars: number): PriceRow => ({ label, value: `${formatCost(dollars)} / M` });
  const differs = (label: string, dollars: number, from: number): PriceRow[] =>
    dollars === from || dollars === 0 ? [] : [row(label, dollars)];
  return [
    row('Input', price.input),
    ...differs('read from cache', price.cache_read, price.input),
    ...differs('written to cache', price.cache_write, price.input),
    row('Output', price.output),
    ...differs('reasoning', price.reasoning, price.output),
  ];
}

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
