import { useCallback, useState } from 'react';

/** A number that outlives the page, such as a pane's size. Storage that is blocked or spoiled means the default. */
export function useStoredNumber(key: string, initial: number): [number, (value: number) => void] {
  const [value, setValue] = useState(() => read(key) ?? initial);
  const store = useCallback(
    (next: number) => {
      setValue(next);
      try {
        localStorage.setItem(key, String(next));
      } catch {
        // Not kept, then.
      }
    },
    [key],
  );
  return [value, store];
}

function read(key: string): number | null {
  try {
    const text = localStorage.getItem(key);
    const value = text === null ? NaN : Number(text);
    return Number.isFinite(value) ? value : null;
  } catch {
    return null;
  }
}
