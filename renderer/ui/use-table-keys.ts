import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

type TableKeys = {
  readonly ref: RefObject<HTMLTableElement | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

const ITEMS = 'a[href], button';

/**
 * For a table whose rows hold links and buttons: one stop of the Tab key, the row where it was left. Arrows lead from row to row, the
 * head's among them, and along a row; Home and End to the first and the last one. It stays a table, whose cells a screen reader walks
 * by itself.
 */
export function useTableKeys(): TableKeys {
  const table = useRef<HTMLTableElement>(null);
  const left = useRef<HTMLElement | null>(null);
  // What is in the rows is drawn by many components, which say nothing of a tabIndex that changes: React leaves it as it is set here.
  const setStop = (): void => {
    const rows = Array.from(table.current?.tBodies ?? []).flatMap(({ rows }) => Array.from(rows, itemsOf));
    const stop = rows.flat().find((item) => item === left.current) ?? rows.find((row) => row.length > 0)?.[0];
    for (const item of itemsOf(table.current)) item.tabIndex = item === stop ? 0 : -1;
  };
  useLayoutEffect(setStop);
  return {
    ref: table,
    onFocus: ({ target }) => {
      // Heads may vanish where the table gets narrow; rows stay.
      if (target.closest('tbody') !== null) left.current = target.closest<HTMLElement>(ITEMS);
      setStop();
    },
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const next = itemAt(table.current, event);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    },
  };
}

const itemsOf = (element: Element | null): HTMLElement[] =>
  Array.from(element?.querySelectorAll<HTMLElement>(ITEMS) ?? []);

/** Where a key leads from its target; undefined where it leads nowhere. */
function itemAt(table: HTMLTableElement | null, { key, target }: KeyboardEvent): HTMLElement | undefined {
  const rows = Array.from(table?.rows ?? [], (row) => itemsOf(row).filter((item) => item.checkVisibility()));
  const walked = rows.filter((row) => row.length > 0);
  const down = walked.findIndex((row) => row.some((item) => item === target));
  const row = walked[down] ?? [];
  const along = row.findIndex((item) => item === target);
  const inRow = (at: number): HTMLElement | undefined => {
    const items = walked[at];
    return items?.[Math.min(along, items.length - 1)];
  };
  if (key === 'ArrowRight') return row[along + 1];
  if (key === 'ArrowLeft') return row[along - 1];
  if (key === 'ArrowDown') return inRow(down + 1);
  if (key === 'ArrowUp') return inRow(down - 1);
  if (key === 'Home') return inRow(0);
  return key === 'End' ? inRow(walked.length - 1) : undefined;
}
