import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldLetters } from '../../../collector/contract/fold-letters.ts';
import { findWords } from '../../lib/find-text.ts';
import { wordPlaces } from './word-places.ts';

/** What is marked of a text that somebody searches in. */
const marked = (text: string, search: string): string[] =>
  [...wordPlaces(text, findWords(search))].map(({ start, end }) => text.slice(start, end));

describe('a word is marked', () => {
  test.for([
    ['in any case', 'Kyoto, KYOTO', 'kyoto', ['Kyoto', 'KYOTO']],
    ['with its accents', 'Le café. CAFE\u0301S', 'cafe', ['café', 'CAFE\u0301']],
    ['where it has accents and the text none', 'a cafe', 'café', ['cafe']],
    ['behind letters that are longer or shorter folded', 'İi ﬃ e\u0301\u0323 word', 'word', ['word']],
    ['with all of a ligature that it begins or ends in', 'ﬁne Stuﬀ', 'ine stuf', ['ﬁne', 'Stuﬀ']],
    ['in full width', 'ＦＵＬＬ', 'ull', ['ＵＬＬ']],
    ['in kana of half width', 'ﾎｶﾞﾎ', 'ガ', ['ｶﾞ']],
    ['in parts of Hangul', 'ㄱㅏ ㅋㅋ', '가 ㅋ', ['ㄱㅏ', 'ㅋ', 'ㅋ']],
    ['by the marks that are letters', 'हिन्दी', 'न्दी', ['न्दी']],
    ['beside what is no letter', '🎉a.b🎉 aab', 'a.b', ['a.b']],
    ['at the end of a word in Greek', 'ΟΔΟΣ οδός', 'οδος', ['ΟΔΟΣ', 'οδός']],
  ] as const)('%s', ([, text, search, wanted]) => {
    expect(marked(text, search)).toEqual(wanted);
  });
});

/** Letters that become others or more than one, and what may become one with a letter before it. */
const LETTERS = [
  'aAéﬁİΣςﷺ가각ㄱㅏㅗㅇㅋｶﾞﾊﾟﾡￂ東かがक़न्ি🎉 .',
  '\u0301\u0323\u0334\u0344\u064b\u05b0\u09c7\u09be\u0cc6\u0cd5\u1100\u1161\u11a8\u3099\u302e\ud800\udc00\n',
  '\u{16d67}\u{16d68}\u{1d165}\u{11099}\u{110ba}',
].flatMap((letters) => Array.from(letters));
/** It may belong to what stands before. */
const MAY_BELONG = /^[\p{M}\p{Cs}\p{Script=Hangul}\uff9e\uff9f\u{16d67}\u{16d68}]/u;
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 100, maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

test('each place of a word in the folded text is a place in the text, of the letters of that word and no others', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.integer({ min: 1, max: 4 }), (inside, from, length) => {
      const folded = foldLetters(inside);
      fc.pre(folded !== '');
      const letters = Array.from(folded);
      const at = from % letters.length;
      const word = letters.slice(at, at + length).join('');
      const places = [...wordPlaces(inside, [word])];
      expect(places).toHaveLength(folded.split(word).length - 1);
      const isBetween = (place: number): boolean =>
        foldLetters(inside.slice(0, place)) + foldLetters(inside.slice(place)) === folded &&
        !MAY_BELONG.test(inside.slice(place));
      for (const { start, end } of places) {
        expect(foldLetters(inside.slice(start, end))).toContain(word);
        for (let cut = start + 1; cut < end; cut++) {
          if (!isBetween(cut)) continue;
          expect(foldLetters(inside.slice(start, cut))).not.toContain(word);
          expect(foldLetters(inside.slice(cut, end))).not.toContain(word);
        }
      }
    }),
    { numRuns: 2000 },
  );
});
