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
  expect(readPrice({ ...EMPTY_DRAFT, input: '1', output: '1' })).toMatchObject({ at: 'model' });
  expect(readPrice({ ...EMPTY_DRAFT, model: 'm', input: '1' })).toMatchObject({ at: 'output' });
});

test.for(['1,5', 'cheap', '-1', '1 000', '$2', '1e999', '0x10'])('"%s" is no price', (text) => {
  expect(readPrice({ ...EMPTY_DRAFT, model: 'm', input: text, output: '1' })).toEqual({
    problem: 'Input must be a number, such as 1.5.',
    at: 'input',
  });
  expect(readPrice({ ...EMPTY_DRAFT, model: 'm', input: '1', output: '1', cache_write: text })).toMatchObject(
    {
      problem: 'Cache write must be a number, such as 1.5.',
      at: 'cache_write',
    },
  );
});

test.for([
  ['.5', 0.5],
  ['2.', 2],
  ['1e-3', 0.001],
] as const)('"%s" is one', ([text, price]) =>
  expect(readPrice({ ...EMPTY_DRAFT, model: 'm', input: text, output: '0' })).toEqual({
    price: { m: { input: price, output: 0 } },
  }),
);

test('a price is taken away', () => expect(withoutPrice(KNOWN, 'my-model')).toEqual({}));
