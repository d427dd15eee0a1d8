import { expect, test } from 'vitest';
import { costWords, countOf, dollarsInFull } from './words.ts';

test('one thing is no several', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'span'))).toEqual(['0 spans', '1 span', '2 spans']);
});

test('a cost has all its digits, and no exponent', () => {
  expect([2e-8, 0.00025, 1234.5].map(dollarsInFull)).toEqual(['$0.00000002', '$0.00025', '$1234.5']);
});

test('a sum says that it is not all', () => {
  expect(costWords(0.00025, 0)).toBe('$0.00025');
  expect(costWords(0.00025, 2)).toBe('at least $0.00025 (2 calls without a known price)');
  expect(costWords(0, 1)).toBe('not known');
});
