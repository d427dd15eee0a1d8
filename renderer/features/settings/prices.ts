import type { Config } from '../../../collector/contract/config.ts';

export type Prices = Config['pricing']['overrides'];
export type Price = Prices[string];

export const PRICE_FIELDS = [
  { field: 'input', label: 'Input' },
  { field: 'output', label: 'Output' },
  { field: 'cache_read', label: 'Cache read' },
  { field: 'cache_write', label: 'Cache write' },
] as const;

/** A price as it is typed: texts by field. */
export type PriceDraft = { readonly model: string } & Readonly<
  Record<(typeof PRICE_FIELDS)[number]['field'], string>
>;

export const EMPTY_DRAFT: PriceDraft = { model: '', input: '', output: '', cache_read: '', cache_write: '' };

/**
 * A typed price under its model, or what is missing. What is no number goes along as it was typed: the collector says what it
 * expects.
 */
export function readPrice(
  draft: PriceDraft,
): { readonly price: Readonly<Record<string, object>> } | { readonly problem: string } {
  const model = draft.model.trim();
  if (model === '') return { problem: 'Name the model as its spans do.' };
  if (draft.input.trim() === '' || draft.output.trim() === '')
    return { problem: 'Give the price of input and of output; 0 is one.' };
  const price = Object.fromEntries(
    PRICE_FIELDS.map(({ field }) => [field, draft[field].trim()] as const)
      .filter(([, text]) => text !== '')
      .map(([field, text]) => [field, Number.isNaN(Number(text)) ? text : Number(text)]),
  );
  return { price: { [model]: price } };
}

export function withoutPrice(prices: Prices, model: string): Prices {
  return Object.fromEntries(Object.entries(prices).filter(([name]) => name !== model));
}
