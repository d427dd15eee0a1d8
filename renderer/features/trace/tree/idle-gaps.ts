import { spanTone, type SpanTone } from '../../../lib/span-kind.ts';
import { isRunning, type SpanNode, type SpanTree } from '../../../lib/span-tree.ts';
import { findIdleGaps, type TimeWindow } from '../../../lib/waterfall.ts';

/**
 * What is at work itself, not only those below it. A model, a tool, a store or a server that was called is so for all of its
 * length, whatever it recorded of that; what runs as well: what it did may not have been told yet.
 */
function isBusy(node: SpanNode): boolean {
  if (node.span === null) return false;
  if (isRunning(node) || node.children.length === 0) return true;
  const tone = spanTone(node.span);
  // Requests that are served are what all else of a trace lies in.
  return IN_FLIGHT.has(tone) || (tone === 'http' && node.span.span_kind === 'CLIENT');
}

const IN_FLIGHT: ReadonlySet<SpanTone> = new Set(['llm', 'tool', 'retriever', 'db']);

/** Where nothing was busy for more than a tenth of the trace: time spent waiting for nothing recorded. */
export function idleGaps(tree: SpanTree): TimeWindow[] {
  return tree.order.length < 2 ? [] : findIdleGaps(tree.order.filter(isBusy), tree);
}

export type RowGap = TimeWindow & { readonly side: 'before' | 'after' };

/** A tree's idle gaps by the span in whose row each is drawn: the one that began after it, for the last gap the one before it. */
export function gapsByRow(
  tree: SpanTree,
  gaps: readonly TimeWindow[],
): ReadonlyMap<string, readonly RowGap[]> {
  const rows = new Map<string, RowGap[]>();
  if (gaps.length === 0) return rows;
  const busy = tree.order.filter(isBusy);
  const add = (node: SpanNode, gap: RowGap): void =>
    void rows.set(node.id, [...(rows.get(node.id) ?? []), gap]);
  for (const gap of gaps) {
    const next = busy.find((node) => node.startMs === gap.endMs);
    const last = busy.findLast((node) => node.endMs === gap.startMs);
    if (next !== undefined) add(next, { ...gap, side: 'before' });
    else if (last !== undefined) add(last, { ...gap, side: 'after' });
  }
  return rows;
}
