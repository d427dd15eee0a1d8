import { useEffect, useRef, useState } from 'react';

/** The value as it was at most `intervalMs` ago: changes at once after a pause, then no more often than that. */
export function useThrottled<Value>(value: Value, intervalMs: number): Value {
  const [taken, setTaken] = useState(value);
  const takenAt = useRef(-Infinity);
  useEffect(() => {
    const waitMs = Math.max(0, takenAt.current + intervalMs - performance.now());
    const timer = setTimeout(() => {
      takenAt.current = performance.now();
      setTaken(value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [value, intervalMs]);
  return taken;
}
