import { describe, expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const cell = (value: Parameters<typeof toCsv>[1][number][number]): string =>
  toCsv([], [[value]])
    .slice(2)
    .replace(/\r\n$/, '');

test('a table has a head and a line a row, ended by CRLF', () => {
  expect(
    toCsv(
      ['Name', 'Cost'],
      [
        ['a', 0.5],
        ['b', null],
      ],
    ),
  ).toBe('Name,Cost\r\na,0.5\r\nb,\r\n');
});

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(cell('a,b')).toBe('"a,b"');
  expect(cell('say "hi"')).toBe('"say ""hi"""');
  expect(cell('two\nlines')).toBe('"two\nlines"');
});

test('white space at an end stays, which readers take off where nothing quotes it', () => {
  expect([cell(' a'), cell('a\u00a0')]).toEqual(['" a"', '"a\u00a0"']);
});

describe('nothing is a formula to a spreadsheet', () => {
  test.for(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=HYPERLINK("http://x","y")'])(
    '%j',
    (text) => {
      expect(cell(text).replace(/^"/, '')).toMatch(/^'/);
    },
  );
  test.for([
    ['total;=1+1', `"total;'=1+1"`],
    ['total; ＋1', `"total;' ＋1"`],
    ['total;"=1+1"', `"total;'""=1+1"""`],
    ['total\t@SUM(A1)', `"total\t'@SUM(A1)"`],
    ['total\n=1+1', `"total\n'=1+1"`],
    ['total\r\n-1', `"total\r\n'-1"`],
  ] as const)('%j, however the file is split', ([text, written]) => expect(cell(text)).toBe(written));
  test('but numbers stay numbers, and text stays text', () => {
    expect(cell(-1.5)).toBe('-1.5');
    expect(cell(12n)).toBe('12');
    expect(cell('a=b')).toBe('a=b');
    expect(cell('a;b')).toBe('"a;b"');
    expect(cell('it’s')).toBe('it’s');
  });
});
