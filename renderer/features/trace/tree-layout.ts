import type { SpanTree } from '../../lib/span-tree.ts';

/** The name column's width in a tree of this width: somewhat less than half, never more than names need. */
export function nameColumnWidth(paneWidth: number): number {
  return Math.round(Math.min(paneWidth * 0.46, 560));
}

export type TreeFacts = {
  readonly spanCount: number;
  readonly errorCount: number;
  /** The nodes that can be folded. */
  readonly foldable: readonly string[];
  /** A level's indent in pixels: 16, less for very deep trees, so that names stay in sight. */
  readonly indentStep: number;
};

/** What the tree's head and rows need of it as a whole. */
export function summarizeTree(tree: SpanTree): TreeFacts {
  const depth = tree.order.reduce((most, node) => Math.max(most, node.depth), 0);
  return {
    spanCount: tree.order.filter((node) => node.span !== null).length,
    errorCount: tree.order.filter((node) => node.span?.has_error === true).length,
    foldable: tree.order.filter((node) => node.children.length > 0).map((node) => node.id),
    indentStep: depth <= 12 ? 16 : Math.max(3, Math.floor(192 / depth)),
  };
}
