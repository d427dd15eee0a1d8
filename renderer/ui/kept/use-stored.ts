import { useCallback, useState } from 'react';

/**
 * A value that outlives the page, such as the columns of a table. `read` makes sense of what was stored (JSON that may be
 * of another version); storage that is blocked or spoiled means `initial`.
 */
export function useStored<Value>(
  key: string,
  read: (stored: unknown) => Value | null,
  initial: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => readStored(key, read) ?? initial);
  const store = useCallback(
    (next: Value) => {
      setValue(next);
      writeStored(key, next);
    },
    [key],
  );
  return [value, store];
}

export function readStored<Value>(key: string, read: (stored: unknown) => Value | null): Value | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : read(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Undefined takes it away. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Not kept, then.
  }
}
