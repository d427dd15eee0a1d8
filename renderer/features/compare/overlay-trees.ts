import type { SpanNode, SpanTree } from '../../lib/span-tree.ts';

/** A span of one trace and what stands in its place in the other; one of them is null where the other trace lacks it. */
export type OverlayRow = {
  readonly a: SpanNode | null;
  readonly b: SpanNode | null;
  readonly depth: number;
};

/**
 * Two trees laid over each other, from top to bottom. Below a pair of spans those of the same name are a pair: the first
 * with the first, the second with the second. Of what is left agents, chains and model calls are paired by their kind,
 * since many write the model into the name; so are the traces' only roots. A tool is only ever itself. Works without
 * recursion, so depth has no limit.
 */
export function overlayTrees(a: SpanTree, b: SpanTree): OverlayRow[] {
  const rows: OverlayRow[] = [];
  const stack = pairSiblings(a.roots, b.roots, 0).toReversed();
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    rows.push(row);
    const below = pairSiblings(row.a?.children ?? [], row.b?.children ?? [], row.depth + 1);
    for (const next of below.toReversed()) stack.push(next);
  }
  return rows;
}

/** How many spans both have, and each alone; the place of a parent that has not come is none. */
export function countSpans(rows: readonly OverlayRow[]): {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
} {
  const counts = { both: 0, onlyA: 0, onlyB: 0 };
  for (const { a, b } of rows) {
    const [inA, inB] = [a?.span != null, b?.span != null];
    if (inA && inB) counts.both += 1;
    else if (inA) counts.onlyA += 1;
    else if (inB) counts.onlyB += 1;
  }
  return counts;
}

function pairSiblings(a: readonly SpanNode[], b: readonly SpanNode[], depth: number): OverlayRow[] {
  const pairs = new Map<SpanNode, SpanNode>();
  pairBy(a, b, nameOf, pairs);
  if (depth === 0 && a.length === 1 && b.length === 1) pairBy(a, b, () => 'root', pairs);
  pairBy(a, b, kindOf, pairs);
  return inOrder(a, b, pairs, depth);
}

/** Pairs what is not paired yet: the first of each key with the first, and so on. A null key has no pair. */
function pairBy(
  a: readonly SpanNode[],
  b: readonly SpanNode[],
  keyOf: (node: SpanNode) => string | null,
  pairs: Map<SpanNode, SpanNode>,
): void {
  const taken = new Set(pairs.values());
  const waiting = Map.groupBy(
    b.filter((node) => !taken.has(node)),
    keyOf,
  );
  for (const node of a) {
    const key = keyOf(node);
    if (key === null || pairs.has(node)) continue;
    const like = waiting.get(key)?.shift();
    if (like !== undefined) pairs.set(node, like);
  }
}

function nameOf({ span }: SpanNode): string {
  return span === null ? 'missing parent' : `${span.span_category} ${span.span_name}`;
}

const PAIRED_KINDS: ReadonlySet<string> = new Set(['generation', 'embedding', 'agent', 'chain']);

function kindOf({ span }: SpanNode): string | null {
  return span !== null && PAIRED_KINDS.has(span.observation_type) ? span.observation_type : null;
}

/** In the order of the first; what only the second has follows what it follows there. */
function inOrder(
  a: readonly SpanNode[],
  b: readonly SpanNode[],
  pairs: ReadonlyMap<SpanNode, SpanNode>,
  depth: number,
): OverlayRow[] {
  const isPaired = new Set(pairs.values());
  const after = new Map<SpanNode | null, OverlayRow[]>();
  let before: SpanNode | null = null;
  for (const node of b) {
    if (isPaired.has(node)) {
      before = node;
      continue;
    }
    const row = { a: null, b: node, depth };
    const known = after.get(before);
    if (known === undefined) after.set(before, [row]);
    else known.push(row);
  }
  const rows = a.flatMap((node) => {
    const like = pairs.get(node) ?? null;
    return [{ a: node, b: like, depth }, ...(like === null ? [] : (after.get(like) ?? []))];
  });
  return [...(after.get(null) ?? []), ...rows];
}
