import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test('integers beyond 2^53 keep all their digits, other numbers stay numbers', () => {
  expect(
    parseJson('{"a":1766284800123456789,"b":1,"c":1.5,"d":"1766284800123456789","e":-9007199254740993}'),
  ).toEqual({
    a: 1_766_284_800_123_456_789n,
    b: 1,
    c: 1.5,
    d: '1766284800123456789',
    e: -9_007_199_254_740_993n,
  });
});

test('a number with an exponent is a number', () => {
  expect(parseJson('[1e30, 1234567890123456.5]')).toEqual([1e30, 1_234_567_890_123_456.5]);
});
