import { useCallback, useEffect, useRef } from 'react';

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
  const known = useRef<Set<string> | null>(null);
  const shown = useRef(viewKey);
  useEffect(() => {
    if (shown.current !== viewKey) known.current = null;
    shown.current = viewKey;
    if (rows.length === 0) return;
    const learn = (): void => {
      known.current ??= new Set();
      for (const row of rows) known.current.add(keyOf(row));
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
