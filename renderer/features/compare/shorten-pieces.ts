import { wholeCharacter } from '../../lib/text.ts';
import type { Piece } from './word-diff.ts';

/** A piece of a text, or how many characters of it are not shown. */
export type ShownPiece = Piece | { readonly hidden: number };

/** Characters that are shown of what did not change, on the sides where something did. */
const CONTEXT = 160;
/** Of a text without any change, or of all that changed. */
const MOST = 1200;

/**
 * A text with its changes in sight: of long stretches that did not change only what is next to a change, and of all no more
 * than can be read at a glance. Nothing is left out for less than the words that would say so.
 */
export function shortenPieces(pieces: readonly Piece[]): readonly ShownPiece[] {
  const around = pieces.flatMap((piece, index): readonly ShownPiece[] => {
    if (piece.isChanged || pieces.length === 1) return [piece];
    return keepEnds(piece, index === 0 ? 0 : CONTEXT, index === pieces.length - 1 ? 0 : CONTEXT);
  });
  return cutAfter(around, MOST);
}

function keepEnds({ text }: Piece, head: number, tail: number): readonly ShownPiece[] {
  const headEnd = wholeCharacter(text, head);
  const tailStart = wholeCharacter(text, text.length - tail);
  if (tailStart - headEnd <= 60) return [{ text, isChanged: false }];
  return [
    { text: text.slice(0, headEnd), isChanged: false },
    { hidden: tailStart - headEnd },
    { text: text.slice(tailStart), isChanged: false },
  ].filter((piece) => !('text' in piece) || piece.text !== '');
}

function cutAfter(pieces: readonly ShownPiece[], most: number): readonly ShownPiece[] {
  const shown: ShownPiece[] = [];
  let left = most;
  let hidden = 0;
  for (const piece of pieces) {
    if ('hidden' in piece) {
      if (left > 0) shown.push(piece);
      else hidden += piece.hidden;
      continue;
    }
    const end = piece.text.length <= left + 60 ? piece.text.length : wholeCharacter(piece.text, left);
    if (left > 0 && end > 0) shown.push({ ...piece, text: piece.text.slice(0, end) });
    hidden += piece.text.length - (left > 0 ? end : 0);
    left = Math.max(0, left - piece.text.length);
  }
  return hidden === 0 ? shown : [...shown, { hidden }];
}
