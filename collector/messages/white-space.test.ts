import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextKeys } from './telling/text-keys.ts';
import { endOfWords, endsOf, isWhiteSpace, withoutWhiteSpace } from './white-space.ts';

const words = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\n', '\u00a0', '\u3000', '😀'),
  maxLength: 12,
});
/** Long enough that the ends are not the whole text. */
const texts = fc
  .tuple(words, fc.constantFrom('', 'm'.repeat(60), 'n'.repeat(60)), words)
  .map((all) => all.join(''));

describe('white space', () => {
  it('is what regular expressions take for it', () => {
    const wrong = Array.from({ length: 0x10000 }, (_, code) => code).filter(
      (code) => isWhiteSpace(code) !== /\s/.test(String.fromCharCode(code)),
    );
    expect(wrong).toEqual([]);
  });

  it('makes no difference to where words end', () => {
    fc.assert(
      fc.property(words, words, words, (before, text, sought) => {
        const end = endOfWords(before + text, before.length, sought);
        const [whole, piece] = [withoutWhiteSpace(text), withoutWhiteSpace(sought)];
        const rest = end < 0 ? null : withoutWhiteSpace((before + text).slice(end));
        expect(rest).toBe(whole.startsWith(piece) ? whole.slice(piece.length) : null);
      }),
    );
  });

  it('makes no difference to the ends of a text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(endsOf(text)).toBe(endsOf(withoutWhiteSpace(text)));
      }),
    );
  });

  it('makes no difference to the key of a text, while everything else does', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 12 }), (all) => {
        const keys = new TextKeys();
        const known = new Map<string, number>();
        for (const text of all) {
          const key = keys.keyOf(text);
          const bare = withoutWhiteSpace(text);
          expect(key).toBe(known.get(bare) ?? known.size);
          known.set(bare, key);
        }
      }),
    );
  });
});
