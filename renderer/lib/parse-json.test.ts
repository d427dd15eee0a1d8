import { expect, test } from 'vitest';
import { isNestedDeeper, parseJson, parseJsonAsWritten } from './parse-json.ts';

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

test('a number that would change is kept as it was written', () => {
  const written = (text: string): string[] => (parseJsonAsWritten(text) as unknown[]).map(String);
  for (const source of [
    '1700000000.123456789',
    '1e400',
    '-1e-400',
    '9007199254740993.0',
    '0.10000000000000001',
    `1${'0'.repeat(500_000)}1.5`,
  ])
    expect(written(`[${source}, 1]`)).toEqual([source, '1']);
});

test('a number that is the same however it is written is a plain one', () => {
  const plain =
    '[1.10, 0.30000000000000004, 1.0000000000000000000, 120e-1, 0.000e500, 1e300, -0.5, 1766284800]';
  expect(parseJsonAsWritten(plain)).toEqual(JSON.parse(plain));
  expect(parseJsonAsWritten('[9007199254740993, 1.5]')).toEqual([9_007_199_254_740_993n, 1.5]);
  expect(
    parseJsonAsWritten('{"id":"1234567890123456789","trace":"0000000000000000000000000000000a"}'),
  ).toEqual({
    id: '1234567890123456789',
    trace: '0000000000000000000000000000000a',
  });
});

test.for([
  ['[[1], [2], {"a": [3]}]', 3],
  [String.raw`["\"[[[", "\\", [1]]`, 2],
  ['{"[[[": "{{{"}', 1],
  ['["never closed [[[', 1],
] as const)('%s is nested %d levels', ([text, levels]) => {
  expect(isNestedDeeper(text, levels)).toBe(false);
  expect(isNestedDeeper(text, levels - 1)).toBe(true);
});
