import { expect, test } from 'vitest';
import { partsOf, wholeNumber } from './given.ts';

test.each(['', '0', '-1', '1.5', '1e3', '10k', 'ten'])('%j is no number of times', (text) => {
  expect(() => wholeNumber('--rounds', text)).toThrow(`--rounds takes a number from 1 on, not ${text}`);
});

test('a whole number is one', () => {
  expect(wholeNumber('--rounds', '20')).toBe(20);
});

test('parts are in the order that there is, and what is none is told', () => {
  const all = ['open', 'scroll', 'grow'] as const;
  expect([...partsOf(['grow', 'open'], all)]).toEqual(['open', 'grow']);
  expect(() => partsOf(['open', 'scrol', ''], all)).toThrow('No part scrol,: there are open,scroll,grow');
});
