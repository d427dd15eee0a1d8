import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useKeptFocus } from './use-kept-focus.ts';

type TableKeys = {
  readonly ref: RefObject<HTMLTableElement | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

const ITEMS = 'a[href], button';

/**
 * For a table whose rows hold links and buttons: the rows are one stop of the Tab key, the item where they were left, and so is the
 * head. Arrows lead up and down a column, from the head on, and along a row; Home and End to the first and the last row. It stays a
 * table, whose cells a screen reader walks by itself.
 */
export function useTableKeys(): TableKeys {
  const table = useRef<HTMLTableElement>(null);
  /** Where the head and the rows were left. */
  const left = useRef(new Set<HTMLElement>());
  /** The column that up and down keep to, also past rows that have nothing there. */
  const column = useRef(0);
  // What is in the rows is drawn by many components, which say nothing of a tabIndex that changes: React leaves it as it is set here.
  const setStops = (): void => {
    for (const section of table.current?.querySelectorAll('thead, tbody') ?? []) {
      const items = itemsOf(section);
      const shown = items.filter((item) => item.checkVisibility());
      const stop = shown.find((item) => left.current.has(item)) ?? shown[0];
      for (const item of items) item.tabIndex = item === stop ? 0 : -1;
    }
  };
  useLayoutEffect(setStops);
  // A row goes with the figures that it is of.
  useKeptFocus(table, firstStop);
  return {
    ref: table,
    onFocus: ({ target }) => {
      const item = target.closest<HTMLElement>(ITEMS);
      if (item === null) return;
      const section = item.closest('thead, tbody');
      for (const one of left.current)
        if (section?.contains(one) || !one.isConnected) left.current.delete(one);
      left.current.add(item);
      column.current = columnOf(item);
      setStops();
    },
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const kept = column.current;
      const next = itemAt(table.current, event, kept);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') column.current = kept;
    },
  };
}

const firstStop = (table: HTMLElement): HTMLElement | null => table.querySelector('tbody [tabindex="0"]');

const itemsOf = (element: Element): HTMLElement[] => Array.from(element.querySelectorAll<HTMLElement>(ITEMS));

const columnOf = (item: HTMLElement): number => item.closest<HTMLTableCellElement>('th, td')?.cellIndex ?? 0;

/** Where a key leads from its target; undefined where it leads nowhere. `column` is the one that up and down keep to. */
function itemAt(
  table: HTMLTableElement | null,
  { key, target }: KeyboardEvent,
  column: number,
): HTMLElement | undefined {
  const rows = Array.from(table?.rows ?? [], (row) => itemsOf(row).filter((item) => item.checkVisibility()));
  const walked = rows.filter((row) => row.length > 0);
  const down = walked.findIndex((row) => row.some((item) => item === target));
  const row = walked[down] ?? [];
  const along = row.findIndex((item) => item === target);
  const distance = (item: HTMLElement): number => Math.abs(columnOf(item) - column);
  const inColumn = (items: readonly HTMLElement[] | undefined): HTMLElement | undefined =>
    items?.toSorted((a, b) => distance(a) - distance(b))[0];
  if (key === 'ArrowRight') return row[along + 1];
  if (key === 'ArrowLeft') return row[along - 1];
  if (key === 'ArrowDown') return inColumn(walked[down + 1]);
  if (key === 'ArrowUp') return inColumn(walked[down - 1]);
  if (key === 'Home') return walked.find(([item]) => item?.closest('tbody'))?.[0];
  return key === 'End' ? walked.at(-1)?.[0] : undefined;
}
