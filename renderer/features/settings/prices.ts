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

/** A typed price under its model; or what is wrong with it, and in which field. */
export function readPrice(
  draft: PriceDraft,
):
  | { readonly price: Readonly<Record<string, Price>> }
  | { readonly problem: string; readonly at: keyof PriceDraft } {
  const model = draft.model.trim();
  if (model === '') return { problem: 'Name the model as its spans do.', at: 'model' };
  const { input = '', output = '', ...ofCache } = typedPrices(draft);
  if (input === '' || output === '') {
    const at = input === '' ? 'input' : 'output';
    return { problem: 'Give the price of input and of output; 0 is one.', at };
  }
  const typed = { input, output, ...ofCache };
  const wrong = PRICE_FIELDS.find(({ field }) => !isPrice(typed[field] ?? '0'));
  if (wrong !== undefined) {
    return { problem: `${wrong.label} must be a number, such as 1.5.`, at: wrong.field };
  }
  const { cache_read, cache_write } = ofCache;
  return {
    price: {
      [model]: {
        input: Number(input),
        output: Number(output),
        ...(cache_read === undefined ? {} : { cache_read: Number(cache_read) }),
        ...(cache_write === undefined ? {} : { cache_write: Number(cache_write) }),
      },
    },
  };
}

/** The fields that something was typed into. */
function typedPrices(draft: PriceDraft): Partial<Omit<PriceDraft, 'model'>> {
  const typed = PRICE_FIELDS.map(({ field }) => [field, draft[field].trim()] as const);
  return Object.fromEntries(typed.filter(([, text]) => text !== ''));
}

/** Digits with a point, never a comma: it parts decimals for some and thousands for others. */
function isPrice(text: string): boolean {
  return /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}

export function withoutPrice(prices: Prices, model: string): Prices {
  return Object.fromEntries(Object.entries(prices).filter(([name]) => name !== model));
}
