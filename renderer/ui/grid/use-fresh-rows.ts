import { useCallback, useEffect, useRef } from 'react';

/** Tells rows that came since the list was first shown, for as long as they have not been drawn twice. */
export function useFreshRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string): (row: Row) => boolean {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (rows.length === 0) return;
    const timer = setTimeout(() => {
      known.current ??= new Set();
      for (const row of rows) known.current.add(keyOf(row));
    }, 1800);
    known.current ??= new Set(rows.map(keyOf));
    return () => clearTimeout(timer);
  });
  return useCallback((row) => known.current !== null && !known.current.has(keyOf(row)), [keyOf]);
}
