import { useEffect, useState } from 'react';
import type { Checks } from './use-grid-checks.ts';

type Options<Row> = {
  /** For another reason than ticks. */
  readonly isHeld: boolean;
  readonly checks: Checks<Row> | undefined;
  readonly onHold: (isHeld: boolean) => void;
};

/**
 * Tells `onHold` when rows must not move, as while some are ticked: where they moved between two ticks, the wrong one would be
 * ticked. Answers a function that lets them move again until the next tick.
 */
export function useHold<Row>({ isHeld, checks, onHold }: Options<Row>): () => void {
  const [letGo, setLetGo] = useState<Checks<Row>['rows'] | null>(null);
  const isTicking = checks !== undefined && checks.rows.size > 0 && checks.rows !== letGo;
  const isHeldNow = isHeld || isTicking;
  useEffect(() => onHold(isHeldNow), [isHeldNow, onHold]);
  // A list that is no longer there holds nothing: where it gives way to an empty state, what comes must end that.
  useEffect(() => () => onHold(false), [onHold]);
  return () => setLetGo(checks?.rows ?? null);
}
