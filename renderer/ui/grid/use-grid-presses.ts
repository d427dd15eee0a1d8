import { useRef, type MouseEvent } from 'react';
import { isOnControl } from './is-on-control.ts';

type Options = {
  /** Tells whether the press was one that ticks; absent: none does. */
  readonly onCheck?: (event: MouseEvent, index: number) => boolean;
  readonly onChoose: (index: number) => void;
  readonly onOpen: (index: number) => void;
};

type Presses = {
  readonly onMouseDown: (event: MouseEvent) => void;
  readonly onMouseUp: (event: MouseEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: (event: MouseEvent) => void;
};

/** What a press on a row does: it ticks it or chooses it, and pressed twice opens it. Text is selected without either. */
export function useGridPresses({ onCheck, onChoose, onOpen }: Options): Presses {
  const begun = useRef<{ readonly target: EventTarget; readonly index: number | null } | null>(null);
  const press = (event: MouseEvent): void => {
    const index = rowIndexOf(event);
    if (index === null || onCheck?.(event, index) === true || isOnControl(event.target)) return;
    if (getSelection()?.isCollapsed === false && event.detail < 2) return;
    onChoose(index);
  };
  return {
    onMouseDown: (event) => {
      begun.current = { target: event.target, index: rowIndexOf(event) };
    },
    // A row that comes while its place is pressed takes what was there away, and a browser then tells of no click.
    onMouseUp: (event) => {
      const { target, index } = begun.current ?? {};
      begun.current = null;
      const isGone = target instanceof Node && !target.isConnected;
      if (isGone && event.button === 0 && index === rowIndexOf(event)) press(event);
    },
    onClick: press,
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
