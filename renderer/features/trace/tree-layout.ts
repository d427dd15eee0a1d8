import type { SpanTree } from '../../lib/span-tree.ts';

/** The name column's width in a tree of this width: somewhat less than half, never more than names need. */
export function nameColumnWidth(paneWidth: number): number {
  return Math.round(Math.min(paneWidth * 0.46, 560));
}

/** A level's indent in pixels: 16, less for very deep trees, so that names stay in sight. */
export function indentStep(tree: SpanTree): number {
  const depth = tree.order.reduce((most, node) => Math.max(most, node.depth), 0);
  return depth <= 12 ? 16 : Math.max(3, Math.floor(192 / depth));
}
