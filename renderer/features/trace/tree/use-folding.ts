import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { ALL_FOLDED, isFolded, NONE_FOLDED, withFolded } from '../../../ui/text/folds.ts';
import { useKeptState } from '../../../ui/kept/use-kept-state.ts';

/** What of a tree is folded, and the ways to change it, which stay the same. */
export type Folding = {
  readonly folded: ReadonlySet<string>;
  readonly fold: (nodeIds: readonly string[], isToFold: boolean) => void;
  readonly toggle: (nodeId: string) => void;
  readonly foldAll: () => void;
  readonly unfoldAll: () => void;
};

/**
 * The folds of a trace's tree, which Back, Forward and a reload find as they were. `foldable` are the nodes that are shown and
 * can be folded: of `isPart` of the tree what is around it stays as it is.
 */
export function useFolding(traceId: string, foldable: readonly string[], isPart: boolean): Folding {
  const [folds, setFolds] = useKeptState(`folds of ${traceId}`, NONE_FOLDED);
  const now = useRef({ folds, setFolds, foldable, isPart });
  useLayoutEffect(() => {
    now.current = { folds, setFolds, foldable, isPart };
  });
  const fold = useCallback((nodeIds: readonly string[], isToFold: boolean): void => {
    const { folds: before, setFolds: set } = now.current;
    set(withFolded(before, nodeIds, isToFold));
  }, []);
  const all = useCallback(
    (isToFold: boolean): void => {
      if (now.current.isPart) fold(now.current.foldable, isToFold);
      else now.current.setFolds(isToFold ? ALL_FOLDED : NONE_FOLDED);
    },
    [fold],
  );
  const changes = useMemo(
    () => ({
      fold,
      toggle: (nodeId: string) => fold([nodeId], !isFolded(now.current.folds, nodeId)),
      foldAll: () => all(true),
      unfoldAll: () => all(false),
    }),
    [fold, all],
  );
  return useMemo(() => {
    const others = new Set(folds.others);
    const folded = folds.isMost ? new Set(foldable.filter((id) => !others.has(id))) : others;
    return { ...changes, folded };
  }, [folds, foldable, changes]);
}
