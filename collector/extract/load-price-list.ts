import { loadBundle } from '../runtime/bundles.ts';
import type * as PriceList from './price-list.ts';

let loaded: typeof PriceList | undefined;

/** What models cost. Loaded with the first call that has a price: 600 kB of code, and 8 MB of memory in each thread. */
export const priceList = (): typeof PriceList =>
  (loaded ??= loadBundle(import.meta.url, './price-list.ts', 'price-list.cjs') as typeof PriceList);
