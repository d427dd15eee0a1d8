import { isRunning, type SpanNode, type SpanTree } from '../../../lib/span-tree.ts';
import type { TimeWindow } from '../../../lib/waterfall.ts';

type Child = TimeWindow & { readonly node: SpanNode };
type Frame = { readonly node: SpanNode | null; readonly startMs: number; cursorMs: number; left: Child[] };

/**
 * What the trace's end waited for: by span id, the stretches in which the span itself held it up. Walked from the end
 * backwards: a parent waited for the child that ended last, that child began when the one that ended before it was done,
 * and so on. Nobody waited for a child that was still running when the next one began. Each moment is in at most one stretch.
 * Works without recursion.
 */
export function criticalPath(
  tree: SpanTree,
  /** How long what runs has gone on: whatever is awaited at the end waits for it. */
  untilMs = tree.endMs,
): ReadonlyMap<string, readonly TimeWindow[]> {
  const path = new Map<string, TimeWindow[]>();
  const add = (node: SpanNode | null, startMs: number, endMs: number): void => {
    if (node?.span === null || node === null || endMs <= startMs) return;
    const known = path.get(node.id);
    if (known === undefined) path.set(node.id, [{ startMs, endMs }]);
    else known.push({ startMs, endMs });
  };
  const stack = [frameOf(null, tree.roots, tree.startMs, untilMs)];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const child = takeLast(frame);
    if (child === null) {
      add(frame.node, frame.startMs, frame.cursorMs);
      stack.pop();
      continue;
    }
    add(frame.node, child.endMs, frame.cursorMs);
    frame.cursorMs = child.startMs;
    stack.push(frameOf(child.node, child.node.children, child.startMs, child.endMs));
  }
  return path;
}

/** A child that outlives its parent counts up to the parent's end, one that began before it from its start. */
function frameOf(
  node: SpanNode | null,
  children: readonly SpanNode[],
  startMs: number,
  endMs: number,
): Frame {
  const left = children
    .map((child) => ({
      node: child,
      startMs: Math.max(child.startMs, startMs),
      endMs: Math.min(isRunning(child) ? Infinity : child.endMs, endMs),
    }))
    .filter((child) => child.startMs < child.endMs)
    .sort((a, b) => a.endMs - b.endMs || b.startMs - a.startMs);
  return { node, startMs, cursorMs: endMs, left };
}

function takeLast(frame: Frame): Child | null {
  for (let child = frame.left.pop(); child !== undefined; child = frame.left.pop()) {
    if (child.endMs <= frame.cursorMs) return child;
  }
  return null;
}
