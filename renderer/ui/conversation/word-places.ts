import { foldLetters } from '../../../collector/contract/fold-letters.ts';

/** Where a word stands in a text, in UTF-16 units: up to `end`, without it. */
export type WordPlace = { readonly start: number; readonly end: number };

/**
 * Where the words (folded, none of them empty) stand in a text, from its beginning. A place is of whole letters with their
 * marks: where a ligature folds to two, either of them is all of it.
 */
export function* wordPlaces(text: string, words: readonly string[]): Generator<WordPlace> {
  const pattern = new RegExp(words.map(escaped).join('|'), 'gu');
  const stretches = piecesOf(text, STRETCHES);
  let stretch = stretches.next().value;
  const letterAt = (place: number): Piece => {
    while (stretch && isBefore(stretch, place)) stretch = stretches.next().value;
    if (stretch)
      for (const letter of piecesOf(stretch.text, LETTERS, stretch))
        if (!isBefore(letter, place)) return letter;
    throw new RangeError('a text folds to more than its letters do');
  };
  for (const { 0: word, index } of foldLetters(text).matchAll(pattern)) {
    const { at: start } = letterAt(index);
    const last = letterAt(index + word.length - 1);
    yield { start, end: last.at + last.text.length };
  }
}

const escaped = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A part of a text that folds to the same whatever stands around it. */
type Piece = {
  readonly at: number;
  readonly text: string;
  readonly foldedAt: number;
  readonly folded: string;
};

/** What belongs to the letter before: marks, and what of Hangul, kana and Kirat Rai may become one with it. */
const BELONGING = String.raw`[\p{M}\u1160-\u11ff\u3133\u3135\u3136\u313a-\u313f\u314f-\u3163\uff9e\uff9f\uffa3-\uffdc\u{16d67}\u{16d68}]*`;
const LETTERS = new RegExp(`[^]${BELONGING}`, 'gu');
/** Of a long text only those with a word in them are taken apart. */
const STRETCHES = new RegExp(`[^]{1,50}${BELONGING}`, 'gu');

function* piecesOf(whole: string, pattern: RegExp, from = { at: 0, foldedAt: 0 }): Generator<Piece> {
  let { at, foldedAt } = from;
  for (const [text] of whole.matchAll(pattern)) {
    const folded = foldLetters(text);
    yield { at, text, foldedAt, folded };
    at += text.length;
    foldedAt += folded.length;
  }
}

const isBefore = ({ foldedAt, folded }: Piece, place: number): boolean => foldedAt + folded.length <= place;
