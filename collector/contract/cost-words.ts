/**
 * A sum of costs in words, of which `unpriced` calls are not a part because nobody knows their price: `at least $0.0023 (1 call
 * without a known price)`.
 */
export function costWords(dollars: number, unpriced: number): string {
  if (unpriced === 0) return `$${dollars}`;
  if (dollars === 0) return 'not known';
  return `at least $${dollars} (${unpriced} call${unpriced === 1 ? '' : 's'} without a known price)`;
}
