import { describe, expect, test } from 'vitest';
import { WrittenNumber } from './parse-json.ts';
import { previewJson, printJson } from './json-preview.ts';

const line = (value: unknown, limit = 90): string =>
  previewJson(value, limit)
    .tokens.map((token) => token.text)
    .join('');

describe('the preview of a value', () => {
  test('shows it whole when it fits', () => {
    expect(line({ city: 'Kyoto', nights: 5, quiet: true, area: ['a'], none: null })).toBe(
      '{ city: "Kyoto", nights: 5, quiet: true, area: [ "a" ], none: null }',
    );
    expect(previewJson({ a: 1 }, 90).whole).toBe(true);
    expect([line({}), line([]), line('x'), line(null)]).toEqual(['{}', '[]', '"x"', 'null']);
  });

  test('says that something is left out', () => {
    const { whole } = previewJson(
      Array.from({ length: 500 }, (_, index) => ({ index })),
      60,
    );
    expect(whole).toBe(false);
    expect(
      line(
        Array.from({ length: 500 }, (_, index) => ({ index })),
        60,
      ).length,
    ).toBeLessThan(120);
  });

  test('shows numbers that no number holds as they are written', () =>
    expect(line({ id: 9_007_199_254_740_993n, at: new WrittenNumber('1700000000.123456789') })).toBe(
      '{ id: 9007199254740993, at: 1700000000.123456789 }',
    ));

  test('does not follow what is nested deeply', () =>
    expect(line({ a: { b: { c: { d: 1 } } } })).toContain('{…}'));

  test('cuts no character of a text in half', () =>
    expect(line({ note: `${'a'.repeat(81)}😀😀 and so on` })).toBe(`{ note: "${'a'.repeat(81)}…" }`));

  test('of a very long text is short', () => expect(line('x'.repeat(1_000_000)).length).toBeLessThan(120));
});

test('printing keeps all digits of numbers that no number holds', () => {
  expect(JSON.stringify(JSON.parse('{"a":1}'))).toBe('{"a":1}');
  expect(printJson({ big: 12_345_678_901_234_567_890n, small: 1 })).toBe(
    '{\n  "big": 12345678901234567890,\n  "small": 1\n}',
  );
  expect(printJson([new WrittenNumber('1e400'), new WrittenNumber('-0.12345678901234567890')], 0)).toBe(
    '[1e400,-0.12345678901234567890]',
  );
  expect(printJson(undefined)).toBe('undefined');
});
