import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { foldText, joinTexts, wordsOf } from './search-text.ts';

const database = new Database(':memory:');
database.exec(`
  CREATE VIRTUAL TABLE found USING fts5(text, content = '', contentless_delete = 1, tokenize = 'ascii');
  CREATE VIRTUAL TABLE words USING fts5vocab(found, row);`);
beforeEach(() => void database.exec('DELETE FROM found'));
afterAll(() => void database.close());

/** The words that the index finds in a text. */
function indexed(...texts: string[]): string[] {
  const folded = joinTexts(texts.map(foldText));
  database.prepare('INSERT INTO found (rowid, text) VALUES (1, ?)').run(folded);
  const words = database.prepare<[], string>('SELECT term FROM words').pluck().all();
  database.exec('DELETE FROM found');
  return words.filter((word) => word !== '\u{b7}').toSorted();
}

test.for([
  ['Hello, WORLD!', ['hello', 'world']],
  ['Café résumé Ångström naïve', ['angstrom', 'cafe', 'naive', 'resume']],
  ['ＦＵＬＬ　width ﬁne', ['fine', 'full', 'width']],
  ['ΟΔΟΣ οδός', ['οδοσ']],
  ['東京都へ行く', ['く', 'へ', '京', '東', '行', '都']],
  ['iPhone15を買う', ['iphone15', 'う', 'を', '買']],
  ['서울에서', ['서', '에', '울', '서'].filter((one, i, all) => all.indexOf(one) === i)],
  ['gpt-4o_mini', ['4o', 'gpt', 'mini']],
  ['a\0b', ['a', 'b']],
  ['हिन्दी भाषा', ['भाषा', 'हिन्दी']],
  ['Привет, МИР', ['мир', 'привет']],
  ['🎉 \u{b7} —', []],
] as [string, string[]][])('%j', ([text, words]) => {
  expect(indexed(text)).toEqual(words.toSorted());
  expect([...new Set(wordsOf(text))].toSorted()).toEqual(words.toSorted());
});

test('what joins texts leaves those of ASCII as narrow as they were', () => {
  expect(joinTexts(['a', 'b'])).toMatch(/^[\0-\xff]+$/);
});

test('the index finds in any text the words that a query for it has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme' }), (a, b) => {
      const expected = new Set([...wordsOf(a), ...wordsOf(b)]);
      expect(indexed(a, b)).toEqual([...expected].toSorted());
    }),
    { numRuns: 200 },
  );
});
