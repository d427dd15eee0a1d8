import { expect, test } from 'vitest';
import { EMPTY_DRAFT, withoutPrice, withPrice } from './prices.ts';

const KNOWN = { 'my-model': { input: 1, output: 2 } };

test('a price is added beside the others, without the fields that were left empty', () => {
  const draft = { ...EMPTY_DRAFT, model: ' other ', input: '0.5', output: '0', cache_read: '0.05' };
  expect(withPrice(KNOWN, draft)).toEqual({
    prices: { ...KNOWN, other: { input: 0.5, output: 0, cache_read: 0.05 } },
  });
});

test('a model and both prices must be given', () => {
  expect(withPrice(KNOWN, { ...EMPTY_DRAFT, input: '1', output: '1' })).toHaveProperty('problem');
  expect(withPrice(KNOWN, { ...EMPTY_DRAFT, model: 'm', input: '1' })).toHaveProperty('problem');
});

test('what is no number is left for the collector to refuse', () => {
  const draft = { ...EMPTY_DRAFT, model: 'm', input: 'cheap', output: '1' };
  expect(withPrice({}, draft)).toEqual({ prices: { m: { input: 'cheap', output: 1 } } });
});

test('a price is taken away', () => expect(withoutPrice(KNOWN, 'my-model')).toEqual({}));
