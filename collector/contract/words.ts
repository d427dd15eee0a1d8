/** `1 call`, `2 calls`. */
export const countOf = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** US dollars with all their digits: `$0.00000002`. */
export const dollarsInFull = (dollars: number): string => `$${DECIMAL.format(dollars)}`;

/** Costs have twelve decimals. As plain text a number below a millionth, which one embedding may cost, has an exponent. */
const DECIMAL = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12, useGrouping: false });

/**
 * A sum of US dollars in words: `$0.0023`. `unpriced` is how many calls have no known price and so are not in the sum: `at least
 * $0.0023 (1 call without a known price)`; `not known` where these are all.
 */
export function costWords(dollars: number, unpriced: number): string {
  const sum = dollarsInFull(dollars);
  if (unpriced === 0) return sum;
  if (dollars === 0) return 'not known';
  return `at least ${sum} (${countOf(unpriced, 'call')} without a known price)`;
}
