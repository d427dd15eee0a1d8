import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { isFocusFree } from '../keyboard/is-focus-free.ts';

/** Rows that are gone because somebody deleted them here. */
type Removal = {
  readonly keys: ReadonlySet<string>;
  /** Where the first of them was. */
  readonly place: number;
};

type Options<Row> = {
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowKey: (row: Row) => string;
  /** Null while it is not known. */
  readonly total: number | null;
  /** Told the keys of rows that are gone. */
  readonly onGone: (keys: ReadonlySet<string>) => void;
  /** Takes the focus where no row is left. */
  readonly table: RefObject<HTMLElement | null>;
};

export type RemovalOf<Row> = {
  /** Where the first of the rows is, to be asked before they go. */
  readonly placeOf: (rows: readonly Row[]) => number;
  readonly onRemoved: (rows: readonly Row[], place: number) => void;
};

/**
 * What a list does once rows of it were deleted: what showed one of them closes, and the focus goes to `resumeAt`, the row
 * that took their place. It is null until the list no longer holds them.
 */
export function useRemoval<Row>(options: Options<Row>) {
  const { rowAt, rowKey, total, table } = options;
  const [removal, setRemoval] = useState<Removal | null>(null);
  const placeOf = (rows: readonly Row[]): number => {
    const keys = new Set(rows.map(rowKey));
    for (let index = 0; index < (total ?? 0); index += 1) {
      const row = rowAt(index);
      if (row !== undefined && keys.has(rowKey(row))) return index;
    }
    return 0;
  };
  const onRemoved = (rows: readonly Row[], place: number): void =>
    setRemoval({ keys: new Set(rows.map(rowKey)), place });
  const close = useEffectEvent((keys: ReadonlySet<string>): void => options.onGone(keys));
  useEffect(() => {
    if (removal !== null) close(removal.keys);
  }, [removal]);
  const isEmpty = total === 0;
  useEffect(() => {
    if (removal !== null && isEmpty && isFocusFree()) table.current?.focus();
  }, [removal, isEmpty, table]);

  const there = removal === null || total === null ? undefined : rowAt(Math.min(removal.place, total - 1));
  const isShown = removal !== null && there !== undefined && !removal.keys.has(rowKey(there));
  return { placeOf, onRemoved, removal, resumeAt: isShown ? removal : null };
}
