import { callsModel } from '../../collector/contract/model-calls.ts';
import type { TreeRow } from '../../collector/contract/spans.ts';
import { parseTime } from './time.ts';

export type SpanNode = {
  /** The span's id, also where it has not come: what is folded or in focus stays so when it does. */
  readonly id: string;
  /** Null for a placeholder. */
  readonly span: TreeRow | null;
  readonly children: readonly SpanNode[];
  readonly parent: SpanNode | null;
  readonly depth: number;
  readonly startMs: number;
  /** Of one that runs the end of the trace. */
  readonly endMs: number;
  /** A model call's own tokens, of all else what the trace counts of it and of all below. */
  readonly tokens: number;
  readonly hasErrorBelow: boolean;
  /** Its recorded parent is one of its own descendants; shown as a root instead. */
  readonly isCycle: boolean;
};

export type SpanTree = {
  readonly roots: readonly SpanNode[];
  readonly byId: ReadonlyMap<string, SpanNode>;
  /** Every node from top to bottom, as if all were unfolded. */
  readonly order: readonly SpanNode[];
  readonly startMs: number;
  readonly endMs: number;
};

type Draft = {
  -readonly [K in keyof SpanNode]: K extends 'children'
    ? Draft[]
    : K extends 'parent'
      ? Draft | null
      : SpanNode[K];
} & {
  /** Of its own tokens and those below what the trace counts. */
  counted: number;
};

/**
 * The tree that a trace's spans form by their parent ids, whatever is wrong with them: spans of a missing parent come
 * under one placeholder for it, a cycle is cut at its earliest span, of a span id that occurs twice the last one
 * counts. Children are in order of start. Works without recursion, so depth has no limit.
 */
export function buildSpanTree(spans: readonly TreeRow[]): SpanTree {
  const steps = spanTreeSteps(spans);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Spans that are read in a step. */
const STEP = 5000;

/**
 * What buildSpanTree does, in steps of a few milliseconds each (of 100,000 spans some tens), so that a page can answer keys in
 * between; the last one returns the tree.
 */
export function* spanTreeSteps(spans: readonly TreeRow[]): Generator<void, SpanTree, void> {
  const drafts = new Map<string, Draft>();
  for (let from = 0; from < spans.length; from += STEP) {
    for (const span of spans.slice(from, from + STEP)) drafts.set(span.span_id, draftOf(span));
    yield;
  }
  const roots = attachChildren(drafts);
  yield;
  for (const draft of drafts.values()) if (draft.children.length > 1) draft.children.sort(byStart);
  roots.sort(byStart);
  yield;
  const reached = preorder(roots);
  const order = hasAll(reached, drafts) ? reached : withoutCycles(drafts, roots, reached);
  yield;
  for (const node of order) node.depth = node.parent === null ? 0 : node.parent.depth + 1;
  for (let at = order.length - 1; at >= 0; at -= 1) sumUp(order[at]!);
  yield;
  keepOpen(order);
  return treeOf(roots, order);
}

function treeOf(roots: readonly SpanNode[], order: readonly SpanNode[]): SpanTree {
  const byId = new Map<string, SpanNode>();
  let [startMs, endMs] = [Infinity, -Infinity];
  for (const node of order) {
    byId.set(node.id, node);
    startMs = Math.min(startMs, node.startMs);
    endMs = Math.max(endMs, node.endMs);
  }
  return { roots, order, byId, startMs, endMs };
}

/** The rows to show: nodes in order, without what lies below a folded one. */
export function visibleNodes(tree: SpanTree, folded: ReadonlySet<string>): SpanNode[] {
  if (folded.size === 0) return [...tree.order];
  const rows: SpanNode[] = [];
  let hiddenBelow = Infinity;
  for (const node of tree.order) {
    if (node.depth > hiddenBelow) continue;
    hiddenBelow = folded.has(node.id) ? node.depth : Infinity;
    rows.push(node);
  }
  return rows;
}

/** How many spans lie below a node, at any depth. */
export function countBelow(node: SpanNode): number {
  let count = 0;
  const stack = [...node.children];
  for (let below = stack.pop(); below !== undefined; below = stack.pop()) {
    if (below.span !== null) count += 1;
    for (const child of below.children) stack.push(child);
  }
  return count;
}

/** The ids of all nodes above a node, nearest first. */
export function ancestorIds(node: SpanNode): string[] {
  const ids: string[] = [];
  for (let above = node.parent; above !== null; above = above.parent) ids.push(above.id);
  return ids;
}

/** The part of a tree at and below a node, as a tree of its own; its nodes keep their depths and parents. */
export function subtree(tree: SpanTree, root: SpanNode): SpanTree {
  const from = tree.order.indexOf(root);
  const after = tree.order.findIndex((node, index) => index > from && node.depth <= root.depth);
  return treeOf([root], tree.order.slice(from, after === -1 ? undefined : after));
}

/** The next span with an error after `fromId` (before it with step -1), round the end; null when there is none. */
export function nextError(tree: SpanTree, fromId: string | null, step: 1 | -1): SpanNode | null {
  const errors = tree.order.flatMap((node, index) =>
    node.span?.has_error === true ? [{ node, index }] : [],
  );
  const from = tree.order.findIndex((node) => node.id === fromId);
  const next =
    step === 1 ? errors.find(({ index }) => index > from) : errors.findLast(({ index }) => index < from);
  return (next ?? (step === 1 ? errors[0] : errors.at(-1)))?.node ?? null;
}

function draftOf(span: TreeRow): Draft {
  const startMs = parseTime(span.timestamp_start);
  return {
    id: span.span_id,
    span,
    children: [],
    parent: null,
    depth: 0,
    startMs,
    endMs: Math.max(startMs, parseTime(span.timestamp_end)),
    tokens: span.total_tokens,
    counted: span.usage_counts ? span.total_tokens : 0,
    hasErrorBelow: false,
    isCycle: false,
  };
}

function attachChildren(drafts: Map<string, Draft>): Draft[] {
  const roots: Draft[] = [];
  const placeholders = new Map<string, Draft>();
  for (const draft of drafts.values()) {
    const parentId = draft.span?.parent_span_id ?? null;
    if (parentId === null) {
      roots.push(draft);
      continue;
    }
    const parent = drafts.get(parentId) ?? placeholderFor(parentId, draft, placeholders, roots);
    draft.parent = parent;
    parent.children.push(draft);
    if (parent.span === null) {
      parent.startMs = Math.min(parent.startMs, draft.startMs);
      parent.endMs = Math.max(parent.endMs, draft.endMs);
    }
  }
  for (const placeholder of placeholders.values()) placeholder.children.sort(byStart);
  return roots;
}

function placeholderFor(
  parentId: string,
  child: Draft,
  placeholders: Map<string, Draft>,
  roots: Draft[],
): Draft {
  const known = placeholders.get(parentId);
  if (known !== undefined) return known;
  const placeholder: Draft = {
    ...child,
    id: parentId,
    span: null,
    children: [],
    parent: null,
    tokens: 0,
    counted: 0,
  };
  placeholders.set(parentId, placeholder);
  roots.push(placeholder);
  return placeholder;
}

/** Whether none of the spans lies in a cycle, which nothing leads to. */
function hasAll(reached: readonly Draft[], drafts: ReadonlyMap<string, Draft>): boolean {
  let count = 0;
  for (const { span } of reached) if (span !== null) count += 1;
  return count === drafts.size;
}

/** Cuts the cycles, whose tops become roots; returns all in order. */
function withoutCycles(drafts: Map<string, Draft>, roots: Draft[], inOrder: readonly Draft[]): Draft[] {
  const reached = new Set(inOrder);
  for (const draft of drafts.values()) {
    if (reached.has(draft)) continue;
    const top = earliestOfCycle(draft);
    top.parent?.children.splice(top.parent.children.indexOf(top), 1);
    top.parent = null;
    top.isCycle = true;
    roots.push(top);
    for (const node of preorder([top])) reached.add(node);
  }
  roots.sort(byStart);
  return preorder(roots);
}

function earliestOfCycle(from: Draft): Draft {
  const walked = new Set<Draft>();
  let at = from;
  while (!walked.has(at) && at.parent !== null) {
    walked.add(at);
    at = at.parent;
  }
  let earliest = at;
  for (let node = at.parent; node !== null && node !== at; node = node.parent) {
    if (byStart(node, earliest) < 0) earliest = node;
  }
  return earliest;
}

function preorder(roots: readonly Draft[]): Draft[] {
  const order: Draft[] = [];
  const stack = roots.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    order.push(node);
    for (let at = node.children.length - 1; at >= 0; at -= 1) stack.push(node.children[at]!);
  }
  return order;
}

function sumUp(node: Draft): void {
  for (const child of node.children) {
    node.counted += child.counted;
    node.hasErrorBelow ||= child.hasErrorBelow || child.span?.has_error === true;
  }
  // What only repeats the usage of others, which lie elsewhere, still shows it.
  if (node.tokens === 0 || (node.counted > 0 && !callsModel(node.span?.observation_type)))
    node.tokens = node.counted;
}

/** What runs has no end yet, whatever its placeholder says: it reaches to the end of the trace. */
function keepOpen(order: readonly Draft[]): void {
  const endMs = order.reduce((last, node) => Math.max(last, node.endMs), -Infinity);
  for (const node of order) if (isRunning(node)) node.endMs = endMs;
}

export const isRunning = ({ span }: Pick<SpanNode, 'span'>): boolean => span?.state === 'running';

function byStart(a: Draft, b: Draft): number {
  return a.startMs - b.startMs || a.endMs - b.endMs;
}
