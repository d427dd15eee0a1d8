import type { CSSProperties } from 'react';
import { HEAD_HEIGHT } from './GridHead.tsx';

type Props = {
  readonly count: number;
  readonly onClick: () => void;
  /** What makes the tracks of the head. */
  readonly style: CSSProperties;
  /** The track that it stands in, the first is 1. */
  readonly track: number;
};

/** How many rows wait above: in the head, at the free end of a column, where it covers neither a row nor a label. */
export function NewPill({ count, onClick, style, track }: Props) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 z-20 overflow-hidden">
      <div
        className="grid [grid-template-columns:var(--tracks)] items-center gap-x-4 px-4"
        style={{ ...style, height: HEAD_HEIGHT }}
      >
        <button
          type="button"
          onClick={onClick}
          style={{ gridColumn: track }}
          className="num pointer-events-auto justify-self-end rounded-full bg-accent px-2.5 py-0.5 text-sm font-medium whitespace-nowrap text-on-accent shadow-pop focus-visible:-outline-offset-2"
        >
          ↑ {count} new
        </button>
      </div>
    </div>
  );
}
