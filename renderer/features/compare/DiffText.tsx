import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { shortenPieces, type ShownPiece } from './shorten-pieces.ts';
import { showHidden } from '../../lib/text.ts';
import type { Piece } from './word-diff.ts';
import { classNames } from '../../ui/class-names.ts';
import { SIDE_CLASSES, type Side } from './sides.ts';

type Props = {
  readonly side: Side;
  readonly pieces: readonly Piece[];
  readonly isCode: boolean;
  /** Nothing of it differs: it is there for where the differences are. */
  readonly isQuiet: boolean;
};

/** A text whose own words are marked; long stretches that both have are cut until they are asked for. */
export function DiffText({ side, pieces, isCode, isQuiet }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const shown: readonly ShownPiece[] = useMemo(
    () => (isWhole ? pieces : shortenPieces(pieces)),
    [pieces, isWhole],
  );
  const isCut = shown.some((piece) => 'hidden' in piece);
  return (
    <>
      <div
        dir={isCode ? 'ltr' : 'auto'}
        className={classNames(
          'wrap-anywhere whitespace-pre-wrap',
          isCode && 'font-mono text-sm leading-4.5',
          isQuiet && 'text-ink-2',
        )}
      >
        {shown.map((piece, index) => (
          <PieceView key={index} piece={piece} side={side} />
        ))}
        {pieces.length === 0 && <span className="text-ink-3">(empty)</span>}
      </div>
      {isCut && (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="mt-0.5 min-h-6 rounded-sm text-sm text-accent hover:underline"
        >
          Show all
        </button>
      )}
    </>
  );
}

function PieceView({ piece, side }: { readonly piece: ShownPiece; readonly side: Side }) {
  if ('hidden' in piece) {
    return <span className="num text-ink-3"> … {formatCount(piece.hidden)} characters … </span>;
  }
  const text = showHidden(piece.text);
  if (!piece.isChanged) return text;
  const className = classNames(
    'rounded-[2px] no-underline forced-colors:underline forced-colors:decoration-2',
    SIDE_CLASSES[side].mark,
  );
  return side === 'a' ? <del className={className}>{text}</del> : <ins className={className}>{text}</ins>;
}
