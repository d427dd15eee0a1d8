import { spanTone, type SpanTone } from '../../../lib/span-kind.ts';
import type { SpanNode, SpanTree } from '../../../lib/span-tree.ts';

export type GraphNode = {
  readonly id: string;
  readonly tone: SpanTone;
  readonly name: string;
  /** The spans it stands for, in the tree's order; those inside a span of the same node are not counted again. */
  readonly spanIds: readonly string[];
  readonly errorCount: number;
  /** The sum of the durations of its spans that have ended; null while none has. */
  readonly durationMs: number | null;
  readonly tokens: number;
};
export type GraphEdge = { readonly from: string; readonly to: string; readonly count: number };
export type TraceGraph = {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Nodes left out because there are too many, those with the least time first. */
  readonly hiddenCount: number;
};

type Draft = { -readonly [K in keyof GraphNode]: K extends 'spanIds' ? string[] : GraphNode[K] };

const MOST_NODES = 120;
const SHOWN_TONES: ReadonlySet<SpanTone> = new Set(['agent', 'llm', 'tool', 'retriever']);

/**
 * Agents, models, tools and retrievers by name, and who called whom how often. What else lies between them in the tree
 * is passed over; what no agent called comes from the trace's root.
 */
export function buildTraceGraph(tree: SpanTree): TraceGraph {
  const drafts = new Map<string, Draft>();
  const edges = new Map<string, Map<string, number>>();
  const ownerOf = new Map<SpanNode, string | null>();
  for (const node of tree.order) {
    const above = node.parent === null ? null : (ownerOf.get(node.parent) ?? null);
    const identity = identify(node) ?? (above === null && node.span !== null ? startOf(node) : null);
    ownerOf.set(node, identity?.id ?? above);
    if (identity === null || node.span === null || identity.id === above) continue;
    const draft = drafts.get(identity.id) ?? {
      ...identity,
      spanIds: [],
      errorCount: 0,
      durationMs: null,
      tokens: 0,
    };
    drafts.set(identity.id, draft);
    draft.spanIds.push(node.id);
    draft.errorCount += Number(node.span.has_error);
    if (node.span.state === 'done') draft.durationMs = (draft.durationMs ?? 0) + node.endMs - node.startMs;
    draft.tokens += node.tokens;
    if (above !== null) {
      const targets = edges.get(above) ?? new Map<string, number>();
      targets.set(identity.id, (targets.get(identity.id) ?? 0) + 1);
      edges.set(above, targets);
    }
  }
  const shown = mostTime([...drafts.values()]);
  const ids = new Set(shown.map((node) => node.id));
  return {
    nodes: shown,
    edges: [...edges].flatMap(([from, targets]) =>
      [...targets].flatMap(([to, count]) => (ids.has(from) && ids.has(to) ? [{ from, to, count }] : [])),
    ),
    hiddenCount: drafts.size - shown.length,
  };
}

function mostTime(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.length <= MOST_NODES) return drafts;
  const kept = new Set(
    drafts.toSorted((a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0)).slice(0, MOST_NODES),
  );
  return drafts.filter((draft) => kept.has(draft));
}

type Identity = Pick<GraphNode, 'id' | 'tone' | 'name'>;

function identify({ span }: SpanNode): Identity | null {
  if (span === null) return null;
  const tone = spanTone(span);
  if (!SHOWN_TONES.has(tone)) return null;
  const known = { agent: span.agent_name, llm: span.model, tool: span.tool_name }[tone as string] ?? null;
  const name = known === null || known === '' ? span.span_name : known;
  return { id: `${tone}:${name}`, tone, name };
}

function startOf(node: SpanNode): Identity | null {
  if (node.span === null || node.children.length === 0) return null;
  return { id: 'start', tone: 'chain', name: node.span.span_name };
}
