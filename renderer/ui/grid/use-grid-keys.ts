import type { RefObject } from 'react';
import { isFocusFree } from '../keyboard/is-focus-free.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';

type Options = {
  readonly grid: RefObject<HTMLElement | null>;
  readonly rowCount: number;
  /** The row that the keyboard stands on. */
  readonly active: number | null;
  /** Where to begin while it stands on none. */
  readonly firstVisible: () => number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (index: number) => void;
  /** Returns false when there is nothing to leave. */
  readonly onLeave: () => boolean;
};

/** j, k and the arrows move from row to row, Enter opens the one at hand, Escape leaves it. */
export function useGridKeys(options: Options): void {
  const { grid, rowCount, active, onMove } = options;
  const isHere = (): boolean => isFocusFree() || grid.current?.contains(document.activeElement) === true;
  const move = (target: number): void => {
    if (rowCount === 0) return;
    grid.current?.focus({ preventScroll: true });
    onMove(Math.min(rowCount - 1, Math.max(0, target)));
  };
  const next = (): void => move(active === null ? options.firstVisible() : active + 1);
  const previous = (): void => move(active === null ? options.firstVisible() : active - 1);
  useShortcuts({
    j: next,
    k: previous,
    ArrowDown: () => isHere() && (next(), true),
    ArrowUp: () => isHere() && (previous(), true),
    Home: () => isHere() && active !== null && (move(0), true),
    End: () => isHere() && active !== null && (move(rowCount - 1), true),
    Enter: () => {
      if (active === null || (document.activeElement !== grid.current && !isFocusFree())) return false;
      options.onOpen(active);
    },
    Escape: options.onLeave,
  });
}
