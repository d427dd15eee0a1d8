import { useCallback, useEffect, useRef } from 'react';
import { SeenRows } from './seen-rows.ts';

const SHOWN_FOR_MS = 1800;

/**
 * Tells rows that came while the list was being watched (`isWatching`: it stands at its top), for as long as their
 * highlight lasts. Rows that scrolling or another view of the list (`viewKey`) brings into sight are not news. `rows` are those of
 * that view, none while it has none yet.
 */
export function useFreshRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  isWatching: boolean,
  viewKey: string,
): (row: Row) => boolean {
  const known = useRef<SeenRows | null>(null);
  const shown = useRef(viewKey);
  useEffect(() => {
    if (shown.current !== viewKey) known.current = null;
    shown.current = viewKey;
    if (rows.length === 0) return;
    const learn = (): void => {
      known.current ??= new SeenRows();
      known.current.add(rows.map(keyOf));
    };
    if (known.current === null || !isWatching) return learn();
    const timer = setTimeout(learn, SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  });
  return useCallback(
    (row) =>
      isWatching && shown.current === viewKey && known.current !== null && !known.current.has(keyOf(row)),
    [isWatching, keyOf, viewKey],
  );
}
