import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRecordedJson } from './recorded-json.ts';

describe('numbers that no double holds are text, as they were written', () => {
  test.each([
    ['[1234567890123456789]', ['1234567890123456789']],
    ['{"id": -1234567890123456788 }', { id: '-1234567890123456788' }],
    ['{"a":[9007199254740993,9007199254740991]}', { a: ['9007199254740993', 9_007_199_254_740_991] }],
    ['{"a":1e400,"b":-1.5E+0999}', { a: '1e400', b: '-1.5E+0999' }],
    [`[${'9'.repeat(400)}]`, ['9'.repeat(400)]],
    ['{"1234567890123456789":"a:1234567890123456789"}', { '1234567890123456789': 'a:1234567890123456789' }],
    [
      String.raw`["\\",1234567890123456789,"\",1234567890123456789"]`,
      ['\\', '1234567890123456789', '",1234567890123456789'],
    ],
  ])('%s', (text, value) => {
    expect(parseRecordedJson(text)).toEqual(value);
  });

  test('others are the nearest double, however long', () => {
    const text = '[0.1234567890123456789,1234567890123456.5,1e22,1e-400,12345678901234567e1,-0]';
    expect(parseRecordedJson(text)).toEqual(JSON.parse(text));
  });

  test('in any JSON, and nothing else of it changes', () => {
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
        fc.double({ min: -1e15, max: 1e15, noNaN: true }),
        fc.constantFrom(null, true, false),
        fc.string(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom('', ' ', '\n  '), (drawn, space) => {
        const text = `[${space}${write(drawn, (integer) => String(integer), space)}]`;
        expect(parseRecordedJson(text)).toEqual(JSON.parse(`[${write(drawn, asText, '')}]`));
      }),
      { numRuns: 1000 },
    );
  });
});

const asText = (integer: bigint): string =>
  Number.isSafeInteger(Number(integer)) ? String(integer) : `"${integer}"`;

function write(value: unknown, integer: (value: bigint) => string, space: string): string {
  if (typeof value === 'bigint') return integer(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, integer, space)).join(`,${space}`)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}${space}:${space}${write(item, integer, space)}`,
  );
  return `{${members.join(',')}${space}}`;
}

test('NaN and infinities, which are no JSON, are text', () => {
  expect(parseRecordedJson('{"NaN":NaN,"a":[ -Infinity ,Infinity,1e400],"b":"[NaN]"}')).toEqual({
    NaN: 'NaN',
    a: ['-Infinity', 'Infinity', '1e400'],
    b: '[NaN]',
  });
  for (const text of ['NaN', '{NaN:1}', '[NaN NaN]', '[-NaN]', '[nan]', '["a"NaN]', '{"a":NaN'])
    expect(() => parseRecordedJson(text), text).toThrow(SyntaxError);
});

test.each([
  '',
  '[1234567890123456789',
  '[1234567890123456789 1]',
  '{1234567890123456789:1}',
  '[01234567890123456789]',
])('what is no JSON is refused: %s', (text) => {
  expect(() => parseRecordedJson(text)).toThrow(SyntaxError);
});
