import { useCallback, useMemo } from 'react';
import { isRunning, type SpanTree } from '../../lib/span-tree.ts';
import { runningEnd, type TimeWindow } from '../../lib/waterfall.ts';
import { useToldEachSecond } from '../../ui/use-now.ts';

/**
 * All of a tree's time: while a span of it runs it goes on until now, in steps, whatever the last known end says. The tree
 * itself stays as it is, and so does the window between two steps.
 */
export function useWholeWindow(tree: SpanTree): TimeWindow {
  const { startMs } = tree;
  const runs = useMemo(() => tree.order.some(isRunning), [tree]);
  const tell = useCallback(
    (nowMs: number) => Math.max(tree.endMs, runs ? runningEnd(tree.startMs, nowMs) : -Infinity),
    [tree, runs],
  );
  const endMs = useToldEachSecond(tell, runs);
  return useMemo(() => ({ startMs, endMs }), [startMs, endMs]);
}
