import { useSyncExternalStore } from 'react';
import { parseTime } from '../lib/time.ts';

type Subscribe = (onChange: () => void) => () => void;

/** One clock for all that show times: a list has a hundred of them. */
function clockOf(stepMs: number): Subscribe {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  return (onChange) => {
    listeners.add(onChange);
    timer ??= setInterval(() => listeners.forEach((listener) => listener()), stepMs);
    return () => {
      listeners.delete(onChange);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}

const STEP_MS = 5000;
const everyStep = clockOf(STEP_MS);
const everySecond = clockOf(1000);

/** The time now, in steps of five seconds, so that relative times stay true without much drawing. */
export function useNow(): number {
  return useSyncExternalStore(everyStep, () => Math.ceil(Date.now() / STEP_MS) * STEP_MS);
}

/** What can be told of the time now, which is looked at every five seconds: drawn again when something else is told. */
export function useToldNow<Told extends string | number | boolean>(tell: (nowMs: number) => Told): Told {
  return useSyncExternalStore(everyStep, () => tell(Date.now()));
}

const standStill = () => () => {};

/** The same, looked at each second while `goes`, else without any drawing. */
export function useToldEachSecond(tell: (nowMs: number) => number, goes: boolean): number {
  return useSyncExternalStore(goes ? everySecond : standStill, () => tell(Date.now()));
}

/** The time since `start` in milliseconds, told each whole second; of null undefined, without any drawing. */
export function useTimeSince(start: string | null): number | undefined {
  const sinceMs = (): number => Math.floor((Date.now() - parseTime(start ?? '')) / 1000) * 1000;
  return useSyncExternalStore(
    start === null ? standStill : everySecond,
    start === null ? () => undefined : sinceMs,
  );
}
