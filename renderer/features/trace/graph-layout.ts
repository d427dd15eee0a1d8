import { graphlib, layout } from '@dagrejs/dagre';
import type { TraceGraph } from './trace-graph.ts';

export const NODE_WIDTH = 196;
export const NODE_HEIGHT = 50;

export type Point = { readonly x: number; readonly y: number };
export type GraphLayout = {
  readonly width: number;
  readonly height: number;
  /** The upper left corner of each node. */
  readonly places: ReadonlyMap<string, Point>;
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly count: number;
    readonly points: readonly Point[];
  }[];
};

/**
 * Layers from left to right where that fits the width, else from top to bottom where that is narrower; in pixels. Edges
 * against the flow (agents that hand back) are routed round.
 */
export function layOutGraph(graph: TraceGraph, paneWidth: number): GraphLayout {
  const across = layOut(graph, { rankdir: 'LR', nodesep: 14, ranksep: 56 });
  if (across.width <= paneWidth) return across;
  const down = layOut(graph, { rankdir: 'TB', nodesep: 20, ranksep: 40 });
  return down.width < across.width ? down : across;
}

function layOut(
  graph: TraceGraph,
  flow: { rankdir: 'LR' | 'TB'; nodesep: number; ranksep: number },
): GraphLayout {
  const drawing = new graphlib.Graph();
  drawing.setGraph({ ...flow, edgesep: 10, marginx: 20, marginy: 20 });
  for (const { id } of graph.nodes) drawing.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  for (const { from, to } of graph.edges) drawing.setEdge(from, to, {});
  layout(drawing);
  const { width = 0, height = 0 } = drawing.graph() as { width?: number; height?: number };
  const places = graph.nodes.map(({ id }): [string, Point] => {
    const { x, y } = drawing.node(id) as Point;
    return [id, { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 }];
  });
  return {
    width,
    height,
    places: new Map(places),
    edges: graph.edges.map(({ from, to, count }) => {
      const { points } = drawing.edge(from, to) as { points: readonly Point[] };
      return { from, to, count, points };
    }),
  };
}

/** A smooth line through points: straight to the middle of each leg, round its corners. */
export function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const last = rest.at(-1) ?? first;
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    return `Q${at(point)} ${at({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return `M${at(first)}${curves.join('')}L${at(last)}`;
}

const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
