import { isOpen, type Progress } from '../../lib/progress.ts';
import { useToldNow } from '../use-now.ts';
import { describeOutcome, type Outcome } from './outcome.ts';

/** Whether more of a trace is to be expected, also as time goes on without any. */
export function useIsOpen(progress: Progress): boolean {
  return useToldNow((nowMs) => isOpen(progress, nowMs));
}

/** How something went, also as time goes on. */
export function useOutcome(outcome: Outcome): ReturnType<typeof describeOutcome> {
  return describeOutcome(outcome, useIsOpen(outcome));
}
