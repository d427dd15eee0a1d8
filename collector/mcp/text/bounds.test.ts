import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rawJSON } from '../../lib/raw-json.ts';
import { MAX_CHARACTERS, bounded, printed, shortened, wholeLines, withoutEmpty } from './bounds.ts';

test('what is printed is the value again, whatever it is, with all digits', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(printed(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(printed({ a: [rawJSON('9007199254740993')] })).toBe('{\n "a": [\n  9007199254740993\n ]\n}');
});

test('what is nested a thousand times is not mostly space', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`) as unknown;
  expect(printed(deep).length).toBeLessThan(7000);
});

test('an answer that just fits is whole, a longer one says how to get at the rest', () => {
  expect(bounded('abc', 'ask for less', 3)).toBe('abc');
  expect(bounded('abcd', 'ask for less', 3)).toBe('abc\n\n… cut off after 3 of 4 characters: ask for less');
});

test('lines end after the last whole one that has room, but for one that is longer than an answer', () => {
  const line = 'x'.repeat(MAX_CHARACTERS / 2 - 1);
  expect(wholeLines([line, line], 'ask for less')).toBe(`${line}\n${line}`);
  expect(wholeLines([line, `${line}xx`, 'y'], 'ask for less')).toBe(
    `${line}\n\n… 2 more lines: ask for less`,
  );
  const cutOff = wholeLines([line.repeat(3), 'y'], 'ask for less');
  expect(cutOff).toMatch(/^x{60000}\n\n… cut off after .*: ask for less\n\n… 1 more line: ask for less$/);
});

test('texts are cut wherever they stand, and nothing else', () => {
  const long = 'x'.repeat(50);
  const digits = rawJSON('9007199254740993');
  expect(shortened({ a: [long, { b: long }], n: 5, digits, none: null }, 10)).toEqual({
    a: [`${'x'.repeat(10)}… (40 more characters)`, { b: `${'x'.repeat(10)}… (40 more characters)` }],
    n: 5,
    digits,
    none: null,
  });
});

test('of an object stays what says something', () => {
  const says = { a: 'x', b: 1, c: true, d: [null, 1], e: { f: 0 }, g: rawJSON('9007199254740993') };
  expect(withoutEmpty({ ...says, h: null, i: '', j: 0, k: false, l: [], m: {}, n: { o: null } })).toEqual(
    says,
  );
});
