import { expect, test } from 'vitest';
import type { CostSource } from '../../../../collector/contract/totals.ts';
import { costSumText, costText, countingOf, priceParts, priceText, tokensWithParts } from './counting.ts';

const price = {
  provider: 'openai',
  model: 'gpt-4o',
  input: 2.5,
  output: 10,
  cache_read: 1.25,
  cache_write: 2.5,
  reasoning: 10,
};
const usage = {
  span_id: 'a',
  input_tokens: 1200,
  output_tokens: 10,
  total_tokens: 1210,
  cache_read_tokens: 1024,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  cost: 0.01,
};

test('the parts of a price are told only where they differ', () => {
  expect(priceParts(price)).toBe('input $2.50, from cache $1.25, output $10.00');
  expect(priceParts({ ...price, input: 0.075, cache_read: 0, reasoning: 12 })).toBe(
    'input $0.075, to cache $2.50, output $10.00, reasoning $12.00',
  );
});

test('without a price it says whether the cost was sent, was priced otherwise or is unknown', () => {
  const text = (cost: number, cost_source: CostSource | null): string =>
    priceText({ price: null, cost, cost_source });
  expect(priceText({ price, cost: 1, cost_source: 'prices' })).toBe('openai · gpt-4o');
  expect(text(1, 'span')).toBe('cost sent with the span');
  expect(text(1, 'prices')).toBe('as it was when the span came');
  expect(text(0, 'prices')).toBe('as it was when the span came');
  expect(text(1, null)).toBe('as it was when the span came, or sent with it');
  expect(text(0, null)).toBe('no price for this model');
});

test('a cost that is not known is a dash, and a sum with one of them at least that much', () => {
  const [known, free, unknown] = [
    { price, cost: 0.01, cost_source: 'prices' as const },
    { price: null, cost: 0, cost_source: 'prices' as const },
    { price: null, cost: 0, cost_source: null },
  ];
  expect([known, free, unknown].map(costText)).toEqual(['$0.0100', '$0', '–']);
  expect(costSumText([known, free])).toBe('$0.0100');
  expect(costSumText([known, unknown])).toBe('≥ $0.0100');
  expect(costSumText([unknown])).toBe('–');
});

test('parts are told only where there are any', () => {
  const parts = ['1,024 from cache', '64 to cache'];
  expect(tokensWithParts(1200, parts)).toBe('1,200 (1,024 from cache, 64 to cache)');
  expect(tokensWithParts(1200, [])).toBe('1,200');
});

test('a span is counted, left out with its reason, or neither', () => {
  const totals = {
    counted: [{ ...usage, cost_source: 'prices' as const, price }],
    left_out: [{ ...usage, span_id: 'b', reason: 'descendant_has_usage' as const }],
  };
  expect(countingOf(totals, 'a')).toEqual({ counted: totals.counted[0] });
  expect(countingOf(totals, 'b')).toEqual({ leftOut: 'descendant_has_usage' });
  expect(countingOf(totals, 'c')).toBeNull();
});
