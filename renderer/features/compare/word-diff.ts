import { commonSequence, type Pair } from './common-sequence.ts';

/** A stretch of one of two texts, and whether the other lacks it. */
export type Piece = { readonly text: string; readonly isChanged: boolean };

export type TextDiff = { readonly a: readonly Piece[]; readonly b: readonly Piece[] };

/** Words of any script: Intl finds them where no spaces part them, too. */
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Longer texts (both together) are not taken apart into words: what is between their like ends counts as different. */
const MOST_CHARACTERS = 200_000;

/** What two texts have and have not in common, word by word. The pieces of each, joined, are the text itself. */
export function diffWords(a: string, b: string): TextDiff {
  if (a === b) return { a: pieces([a, false]), b: pieces([b, false]) };
  if (a.length + b.length > MOST_CHARACTERS) return diffMiddle(a, b);
  const [wordsOfA, wordsOfB] = [splitWords(a), splitWords(b)];
  const pairs = commonSequence(wordsOfA, wordsOfB);
  return {
    a: piecesOf(
      wordsOfA,
      pairs.map(([at]) => at),
    ),
    b: piecesOf(
      wordsOfB,
      pairs.map(([, bt]) => bt),
    ),
  };
}

function diffMiddle(a: string, b: string): TextDiff {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  // Never half a character of two units.
  if (isSecondHalf(a, start) || isSecondHalf(b, start)) start -= 1;
  if (isSecondHalf(a, a.length - end) || isSecondHalf(b, b.length - end)) end -= 1;
  const cut = (text: string): readonly Piece[] =>
    pieces(
      [text.slice(0, start), false],
      [text.slice(start, text.length - end), true],
      [text.slice(text.length - end), false],
    );
  return { a: cut(a), b: cut(b) };
}

function isSecondHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

function pieces(...all: readonly (readonly [text: string, isChanged: boolean])[]): readonly Piece[] {
  return all.filter(([text]) => text !== '').map(([text, isChanged]) => ({ text, isChanged }));
}

/** Words and signs, each with the white space after it: space alone is nothing that two texts have in common. */
function splitWords(text: string): string[] {
  const split: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = split.length - 1;
    if (last >= 0 && segment.trim() === '') split[last] += segment;
    else split.push(segment);
  }
  return split;
}

function piecesOf(items: readonly string[], kept: readonly Pair[0][]): Piece[] {
  const isKept = new Set(kept);
  const pieces: { text: string; isChanged: boolean }[] = [];
  items.forEach((text, index) => {
    const isChanged = !isKept.has(index);
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else pieces.push({ text, isChanged });
  });
  return pieces;
}
