import type { MouseEvent } from 'react';
import { isOnControl } from './is-on-control.ts';

type Options = {
  /** Tells whether the press was one that ticks; absent: none does. */
  readonly onCheck?: (event: MouseEvent, index: number) => boolean;
  readonly onChoose: (index: number) => void;
  readonly onOpen: (index: number) => void;
};

type Presses = {
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: (event: MouseEvent) => void;
};

/** What a press on a row does: it ticks it or chooses it, and pressed twice opens it. Text is selected without either. */
export function gridPresses({ onCheck, onChoose, onOpen }: Options): Presses {
  return {
    onClick: (event) => {
      const index = rowIndexOf(event);
      if (index === null || onCheck?.(event, index) === true || isOnControl(event.target)) return;
      if (getSelection()?.isCollapsed === false && event.detail < 2) return;
      onChoose(index);
    },
    onDoubleClick: (event) => {
      const index = rowIndexOf(event);
      if (index !== null && !isOnControl(event.target)) onOpen(index);
    },
  };
}

/** The place of the row, as `data-index` of its element says; null beside all rows. */
function rowIndexOf({ target }: MouseEvent): number | null {
  if (!(target instanceof Element)) return null;
  const index = target.closest('[data-index]')?.getAttribute('data-index') ?? null;
  return index === null ? null : Number(index);
}
