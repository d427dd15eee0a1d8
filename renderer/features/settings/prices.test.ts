import { expect, test } from 'vitest';
import { EMPTY_DRAFT, readPrice, withoutPrice } from './prices.ts';

const KNOWN = { 'my-model': { input: 1, output: 2 } };

test('a price is read without the fields that were left empty', () => {
  const draft = { ...EMPTY_DRAFT, model: ' other ', input: '0.5', output: '0', cache_read: '0.05' };
  expect(readPrice(draft)).toEqual({
    price: { other: { input: 0.5, output: 0, cache_read: 0.05 } },
  });
});

test('a model and both prices must be given', () => {
  expect(readPrice({ ...EMPTY_DRAFT, input: '1', output: '1' })).toHaveProperty('problem');
  expect(readPrice({ ...EMPTY_DRAFT, model: 'm', input: '1' })).toHaveProperty('problem');
});

test('what is no number is left for the collector to refuse', () => {
  const draft = { ...EMPTY_DRAFT, model: 'm', input: 'cheap', output: '1' };
  expect(readPrice(draft)).toEqual({ price: { m: { input: 'cheap', output: 1 } } });
});

test('a price is taken away', () => expect(withoutPrice(KNOWN, 'my-model')).toEqual({}));
