import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { matchOf, parseSearch } from './search-terms.ts';

/** Each term as FTS5 is asked for it, the excluded after a minus. */
const terms = (text: string): string[] =>
  parseSearch(text).map((term) => (term.isExcluded ? '-' : '') + matchOf(term));

describe('what is typed becomes terms', () => {
  test.for([
    ['paris weather', '"paris"', '"weather" *'],
    ['"sunny day" paris', '"sunny day"', '"paris" *'],
    ['paris "sunny day"', '"paris"', '"sunny day"'],
    ['paris "sunny da', '"paris"', '"sunny da" *'],
    ['paris -london', '"paris"', '-"london"'],
    ['-"new york" paris', '-"new york"', '"paris" *'],
    ['--verbose', '"verbose" *'],
    ['gpt-4o-mini', '"gpt 4o mini" *'],
    ['session-7', '"session 7"'],
    ['Café ÉTÉ', '"cafe"', '"ete" *'],
    ['東京', '"東 京"'],
    ['iPhoneを', '"iphone を"'],
    ['a', '"a"'],
    ['x AND y OR NOT NEAR(z)', '"x"', '"and"', '"y"', '"or"', '"not"', '"near z"'],
    ['word word', '"word"', '"word" *'],
    ['same same more', '"same"', '"more" *'],
    ['text:foo * ^bar {a} "b"', '"text foo"', '"bar"', '"a"', '"b"'],
    ['it"s', '"it s"'],
    ['--- "" - -" 🎉'],
    ['nul\0here', '"nul here" *'],
  ])('%j', ([text, ...expected]) => {
    expect(terms(text!)).toEqual(expected);
  });
});

const database = new Database(':memory:');
database.exec(`CREATE VIRTUAL TABLE search USING fts5(text, content = '', tokenize = 'ascii')`);
afterAll(() => void database.close());
const find = database.prepare<[string], number>('SELECT rowid FROM search WHERE search MATCH ?').pluck();

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '"',
        "'",
        '*',
        '-',
        '(',
        ')',
        '^',
        ':',
        'NEAR',
        'AND',
        'NOT',
        '+',
        '{',
        '\0',
        ' ',
        'é',
        '東',
      ),
    )
    .map((pieces) => pieces.join('')),
);

test('any text is a question that the index understands, and none of it is more than words', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const term of parseSearch(text)) {
        expect(term.words).toMatch(/^[\p{L}\p{N}\p{M}]+(?: [\p{L}\p{N}\p{M}]+)*$/u);
        expect(matchOf(term)).toBe(`"${term.words}"${term.isBeginning ? ' *' : ''}`);
        find.all(matchOf(term));
      }
    }),
    { numRuns: 2000 },
  );
});

test('the longest text there may be is answered', () => {
  for (const text of ['東'.repeat(1000), `"${'a '.repeat(499)}`, 'x'.repeat(1000), '"'.repeat(1000)])
    for (const term of parseSearch(text)) expect(find.all(matchOf(term))).toEqual([]);
});
