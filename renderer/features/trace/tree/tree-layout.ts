import type { SpanTree } from '../../../lib/span-tree.ts';

/** Of a narrow tree the name column takes more than its share, up to this. */
const LEAST_COLUMN_PX = 220;
const LEAST_NAME_PX = 40;
/** All of a row but its indent and its name: the edges, what folds it, its kind, a mark, its tokens as long as they get. */
const BESIDE_NAME_PX = 118;

const shareOfNames = (paneWidth: number): number => Math.min(paneWidth * 0.46, 560);

/** The name column's width in a tree of this width: somewhat less than half, never more than names need. */
export function nameColumnWidth(paneWidth: number): number {
  return Math.round(Math.max(shareOfNames(paneWidth), Math.min(LEAST_COLUMN_PX, paneWidth * 0.6)));
}

/** Whether tokens have room beside the name of the row that lies deepest. */
export function hasTokenRoom(paneWidth: number, depth: number): boolean {
  const width = shareOfNames(paneWidth);
  const indent = indentWidth(depth, indentStep(depth, width), width);
  return width >= LEAST_COLUMN_PX && width - indent - BESIDE_NAME_PX >= LEAST_NAME_PX;
}

export type TreeFacts = {
  readonly spanCount: number;
  readonly errorCount: number;
  readonly hasEvents: boolean;
  /** The nodes that can be folded. */
  readonly foldable: readonly string[];
  /** The levels below the topmost row. */
  readonly depth: number;
};

/** What the tree's head and rows need of it as a whole. */
export function summarizeTree(tree: SpanTree): TreeFacts {
  const top = tree.roots[0]?.depth ?? 0;
  const facts = { spanCount: 0, errorCount: 0, hasEvents: false, depth: 0 };
  const foldable: string[] = [];
  for (const { id, span, children, depth } of tree.order) {
    facts.depth = Math.max(facts.depth, depth - top);
    if (children.length > 0) foldable.push(id);
    if (span === null) continue;
    facts.spanCount += 1;
    facts.errorCount += Number(span.has_error);
    facts.hasEvents ||= span.event_count > 0;
  }
  return { ...facts, foldable };
}

/** Indents take no more than this share of the name column. */
const INDENT_SHARE = 0.4;

/** A level's indent in pixels: 16, less where the tree is deep or narrow, and enough to be seen. */
export function indentStep(depth: number, nameWidth: number): number {
  return Math.max(3, Math.min(16, Math.floor((nameWidth * INDENT_SHARE) / Math.max(1, depth))));
}

/** A row's indent: what lies deeper than there is room for stands below each other, so that names stay in sight. */
export function indentWidth(level: number, step: number, nameWidth: number): number {
  return Math.min(level * step, Math.floor(nameWidth * INDENT_SHARE));
}
