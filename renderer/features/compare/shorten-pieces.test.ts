import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortenPieces, type ShownPiece } from './shorten-pieces.ts';

const lengthOf = (pieces: readonly ShownPiece[]): number =>
  pieces.reduce((sum, piece) => sum + ('hidden' in piece ? piece.hidden : piece.text.length), 0);

describe('shortenPieces', () => {
  const piece = fc.record({
    text: fc.nat(4000).map((length) => 'ab😀'.repeat(length / 4 + 1)),
    isChanged: fc.boolean(),
  });

  test('tells of every character, shown or not', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const shown = shortenPieces(pieces);
        expect(lengthOf(shown)).toBe(lengthOf(pieces));
        expect(shown.every((one) => !('text' in one) || one.text.isWellFormed())).toBe(true);
      }),
    );
  });

  test('leaves short texts as they are', () => {
    const pieces = [
      { text: 'Plan ', isChanged: false },
      { text: 'five', isChanged: true },
      { text: ' days', isChanged: false },
    ];
    expect(shortenPieces(pieces)).toEqual(pieces);
  });

  test('keeps what is next to a change', () => {
    const same = 'x'.repeat(5000);
    const shown = shortenPieces([
      { text: same, isChanged: false },
      { text: 'new', isChanged: true },
      { text: same, isChanged: false },
    ]);
    expect(shown.map((one) => ('hidden' in one ? one.hidden : one.text.length))).toEqual([
      4840, 160, 3, 160, 4840,
    ]);
  });

  test('cuts what is long in itself', () => {
    expect(shortenPieces([{ text: 'x'.repeat(9000), isChanged: true }])).toEqual([
      { text: 'x'.repeat(1200), isChanged: true },
      { hidden: 7800 },
    ]);
  });
});
