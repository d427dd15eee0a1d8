import { useEffect, useEffectEvent, useRef, type MouseEvent, type RefObject } from 'react';
import { isFocusFree } from '../keyboard/is-focus-free.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { isOnControl } from './is-on-control.ts';

/** Rows that were ticked, by their keys; kept as they were when they were ticked. */
export type Checks<Row> = {
  readonly rows: ReadonlyMap<string, Row>;
  readonly onChange: (rows: ReadonlyMap<string, Row>) => void;
  /** Ticks everything that the list holds, loaded or not. */
  readonly onCheckAll: () => void;
};

type Options<Row> = {
  readonly grid: RefObject<HTMLElement | null>;
  readonly checks: Checks<Row> | undefined;
  readonly active: number | null;
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
};

/**
 * Ticking rows: a press on the box or Space toggles one, Shift takes all from the last one on, Ctrl or Cmd A everything.
 * Returns what to call with a press on a row; it tells whether the press was one.
 */
export function useGridChecks<Row>(options: Options<Row>): (event: MouseEvent, index: number) => boolean {
  const { checks, rowAt, keyOf, grid } = options;
  const anchor = useRef<number | null>(null);
  const toggle = (index: number, isRange: boolean): void => {
    const row = rowAt(index);
    if (checks === undefined || row === undefined) return;
    const next = new Map(checks.rows);
    const isOn = !next.has(keyOf(row));
    const from = isRange && anchor.current !== null ? anchor.current : index;
    for (let at = Math.min(from, index); at <= Math.max(from, index); at += 1) {
      const item = rowAt(at);
      if (item === undefined) continue;
      if (isOn) next.set(keyOf(item), item);
      else next.delete(keyOf(item));
    }
    anchor.current = index;
    checks.onChange(next);
  };
  useShortcuts({
    ' ': () => {
      const isHere = document.activeElement === grid.current || isFocusFree();
      if (checks === undefined || options.active === null || !isHere) return false;
      toggle(options.active, false);
    },
  });
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (checks === undefined || event.key !== 'a' || !(event.ctrlKey || event.metaKey) || event.shiftKey)
      return;
    if (!isFocusFree() && grid.current?.contains(document.activeElement) !== true) return;
    event.preventDefault();
    checks.onCheckAll();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (event, index) => {
    if (checks === undefined || !(event.target instanceof Element)) return false;
    const isOnBox = event.target.closest('[data-check]') !== null;
    if (!isOnBox && !event.shiftKey && !event.ctrlKey && !event.metaKey) return false;
    if (!isOnBox && isOnControl(event.target)) return false;
    toggle(index, event.shiftKey);
    return true;
  };
}
