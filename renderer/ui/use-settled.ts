import { useEffect, useState } from 'react';

/** While somebody types or walks down a list, only what they stop at is asked for. */
const QUIET_MS = 120;

/** The value once it has not changed for a moment; at once the first time. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
