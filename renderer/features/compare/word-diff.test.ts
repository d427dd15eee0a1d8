import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffWords, type Piece } from './word-diff.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.constantFrom('plan ', 'five ', 'days', ', ', 'in ', 'Kyoto', '.\n', '京都', 'で'))
    .map((all) => all.join('')),
);
const joined = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join('');
const common = (pieces: readonly Piece[]): string => joined(pieces.filter(({ isChanged }) => !isChanged));

describe('diffWords', () => {
  test('loses nothing of either text, and keeps the same of both', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const diff = diffWords(a, b);
        expect(joined(diff.a)).toBe(a);
        expect(joined(diff.b)).toBe(b);
        expect(common(diff.a)).toBe(common(diff.b));
      }),
    );
  });

  test('of a text with itself marks nothing', () => {
    fc.assert(fc.property(text, (a) => diffWords(a, a).a.every(({ isChanged }) => !isChanged)));
  });

  test('marks the words that differ', () => {
    const { a, b } = diffWords('Plan five days in Kyoto.', 'Plan six days in Kyoto.');
    expect(a).toEqual([
      { text: 'Plan ', isChanged: false },
      { text: 'five ', isChanged: true },
      { text: 'days in Kyoto.', isChanged: false },
    ]);
    expect(b[1]).toEqual({ text: 'six ', isChanged: true });
  });

  test('of texts of megabytes marks what is between their like ends', () => {
    const long = 'word '.repeat(50_000);
    const { a, b } = diffWords(`${long}😀 end`, `${long}😁 end`);
    expect(a.slice(1)).toEqual([
      { text: '😀', isChanged: true },
      { text: ' end', isChanged: false },
    ]);
    expect(b[1]?.text).toBe('😁');
    expect(joined(diffWords(long, `${long}more`).b)).toBe(`${long}more`);
  });

  test('finds words where no space parts them', () => {
    const { b } = diffWords('東京に行きます', '大阪に行きます');
    expect(b).toEqual([
      { text: '大阪', isChanged: true },
      { text: 'に行きます', isChanged: false },
    ]);
  });
});
