import { useCallback, useEffect, useRef } from 'react';

const SHOWN_FOR_MS = 1800;

/**
 * Tells rows that came while the list was being watched (`isWatching`: it stands at its top), for as long as their
 * highlight lasts. Rows that scrolling brings into sight are not news.
 */
export function useFreshRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  isWatching: boolean,
): (row: Row) => boolean {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
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
    (row) => isWatching && known.current !== null && !known.current.has(keyOf(row)),
    [isWatching, keyOf],
  );
}
