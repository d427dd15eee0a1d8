import { useEffect, useRef, useState } from 'react';

/** While somebody types or walks down a list, only what they stop at is asked for. */
const QUIET_MS = 120;

/**
 * The value once it has not changed for a moment; at once the first time. With `isFirstAtOnce` also the first change after
 * such a moment, so that a press or a single step waits for nothing.
 */
export function useSettled<Value>(value: Value, isFirstAtOnce = false): Value {
  const [settled, setSettled] = useState(value);
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    const isFirst = performance.now() - changedAt.current > QUIET_MS;
    changedAt.current = performance.now();
    const timer = setTimeout(() => setSettled(value), isFirstAtOnce && isFirst ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [value, isFirstAtOnce]);
  return settled;
}
