import { useSyncExternalStore } from 'react';

const STEP_MS = 5000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP_MS);
  return () => clearInterval(timer);
}

/** The time now, in steps of five seconds, so that relative times stay true without much drawing. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.ceil(Date.now() / STEP_MS) * STEP_MS);
}
