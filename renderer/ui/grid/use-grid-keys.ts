import { useState, type RefObject } from 'react';
import { useShortcuts } from '../use-shortcuts.ts';

type Options = {
  readonly grid: RefObject<HTMLElement | null>;
  readonly rowCount: number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (index: number) => void;
};

/** The row that the keyboard stands on: j, k and the arrows move it, Enter opens it, Escape leaves it. */
export function useGridKeys({
  grid,
  rowCount,
  onMove,
  onOpen,
}: Options): [number | null, (index: number | null) => void] {
  const [active, setActive] = useState<number | null>(null);
  const isHere = (): boolean => {
    const focused = document.activeElement;
    return focused === null || focused === document.body || grid.current?.contains(focused) === true;
  };
  const move = (target: number): void => {
    if (rowCount === 0) return;
    const index = Math.min(rowCount - 1, Math.max(0, target));
    setActive(index);
    grid.current?.focus({ preventScroll: true });
    onMove(index);
  };
  const next = (): void => move(active === null ? 0 : active + 1);
  const previous = (): void => move(active === null ? 0 : active - 1);
  useShortcuts({
    j: next,
    k: previous,
    ArrowDown: () => isHere() && (next(), true),
    ArrowUp: () => isHere() && (previous(), true),
    Home: () => isHere() && active !== null && (move(0), true),
    End: () => isHere() && active !== null && (move(rowCount - 1), true),
    Enter: () => {
      const focused = document.activeElement;
      if (active === null || (focused !== grid.current && focused !== document.body)) return false;
      onOpen(active);
    },
    Escape: () => {
      if (active === null) return false;
      setActive(null);
    },
  });
  return [active, setActive];
}
