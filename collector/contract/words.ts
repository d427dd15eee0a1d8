/**
 * A sum of US dollars in words: `$0.0023`. `unpriced` is how many calls have no known price and so are not in the sum: `at least
 * $0.0023 (1 call without a known price)`; `not known` where these are all.
 */
export function costWords(dollars: number, unpriced: number): string {
  const sum = `$${DECIMAL.format(dollars)}`;
  if (unpriced === 0) return sum;
  if (dollars === 0) return 'not known';
  return `at least ${sum} (${unpriced} call${unpriced === 1 ? '' : 's'} without a known price)`;
}

/** Costs have twelve decimals. As plain text a number below a millionth, which one embedding may cost, has an exponent. */
const DECIMAL = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12, useGrouping: false });
