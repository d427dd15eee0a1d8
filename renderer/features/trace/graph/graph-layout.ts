import { graphlib, layout } from '@dagrejs/dagre';
import type { TraceGraph } from './trace-graph.ts';

export const NODE_WIDTH = 206;
export const NODE_HEIGHT = 50;

export type Point = { readonly x: number; readonly y: number };
export type GraphLayout = {
  /** How much smaller than laid out it is drawn, so that more of it is in sight: from `LEAST_SCALE` to 1. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  /** The upper left corner of each node. */
  readonly places: ReadonlyMap<string, Point>;
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly count: number;
    /** What SVG draws, and where the number of calls stands. */
    readonly path: string;
    readonly middle: Point;
  }[];
};

/** Names can still be read then; what is wider is scrolled. */
const LEAST_SCALE = 0.7;

/**
 * Layers from left to right where that fits the width, else from top to bottom where that is narrower; in pixels before
 * they are scaled. Edges against the flow (agents that hand back) are routed round.
 */
export function layOutGraph(graph: TraceGraph, paneWidth: number): GraphLayout {
  const across = layOut(graph, { rankdir: 'LR', nodesep: 14, ranksep: 40 });
  if (across.width <= paneWidth) return across;
  const down = layOut(graph, { rankdir: 'TB', nodesep: 20, ranksep: 40 });
  const narrow = down.width < across.width ? down : across;
  return { ...narrow, scale: Math.max(LEAST_SCALE, Math.min(1, paneWidth / narrow.width)) };
}

/** What two nodes that call each other keep free for the numbers of both ways, which else would lie on each other. */
const LABEL = { width: 36, height: 14, labelpos: 'c' } as const;

type Flow = { readonly rankdir: 'LR' | 'TB'; readonly nodesep: number; readonly ranksep: number };

function layOut(graph: TraceGraph, flow: Flow): GraphLayout {
  const drawing = new graphlib.Graph();
  drawing.setGraph({ ...flow, edgesep: 10, marginx: 14, marginy: 20 });
  // Of siblings it puts the last one first.
  const nodes = graph.nodes.toReversed();
  const edges = graph.edges.toReversed();
  for (const { id } of nodes) drawing.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  const pairs = new Set(graph.edges.map(({ from, to }) => `${from} ${to}`));
  const isPaired = (from: string, to: string): boolean => from !== to && pairs.has(`${to} ${from}`);
  for (const { from, to } of edges) drawing.setEdge(from, to, isPaired(from, to) ? { ...LABEL } : {});
  layout(drawing);
  const { width = 0, height = 0 } = drawing.graph() as { width?: number; height?: number };
  const centre = (id: string): Point => drawing.node(id) as Point;
  const places = graph.nodes.map(({ id }): [string, Point] => {
    const { x, y } = centre(id);
    return [id, { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 }];
  });
  return {
    scale: 1,
    width,
    height,
    places: new Map(places),
    edges: graph.edges.map(({ from, to, count }) => {
      const { points } = drawing.edge(from, to) as { points: readonly Point[] };
      const isBent = isPaired(from, to) || points.length > 3;
      const bends = isBent ? points.slice(1, -1) : [];
      const way = from === to ? points : [...wayBetween(centre(from), centre(to), bends, flow)];
      return { from, to, count, path: smoothPath(way, flow), middle: middleOf(way) };
    }),
  };
}

/** From the middle of a side, past `bends`, to the middle of the other node's side that faces it. */
function* wayBetween(from: Point, to: Point, bends: readonly Point[], { rankdir }: Flow): Generator<Point> {
  const isAcross = rankdir === 'LR';
  const direction = (isAcross ? to.x >= from.x : to.y >= from.y) ? 1 : -1;
  const beside = ({ x, y }: Point, side: number): Point =>
    isAcross ? { x: x + (side * NODE_WIDTH) / 2, y } : { x, y: y + (side * NODE_HEIGHT) / 2 };
  yield beside(from, direction);
  yield* bends;
  yield beside(to, -direction);
}

/** The middle one of an odd number of points, else what is between the two in the middle. */
function middleOf(points: readonly Point[]): Point {
  const at = (points.length - 1) / 2;
  const [before, after] = [points[Math.floor(at)], points[Math.ceil(at)]];
  if (before === undefined || after === undefined) return { x: 0, y: 0 };
  return { x: (before.x + after.x) / 2, y: (before.y + after.y) / 2 };
}

/** A line that leaves each point and comes to the next in the direction of the flow. */
function smoothPath(points: readonly Point[], { rankdir }: Flow): string {
  return points
    .map((point, index) => {
      const last = points[index - 1];
      if (last === undefined) return `M${print(point)}`;
      const middle = { x: (last.x + point.x) / 2, y: (last.y + point.y) / 2 };
      return rankdir === 'LR'
        ? `C${print({ x: middle.x, y: last.y })} ${print({ x: middle.x, y: point.y })} ${print(point)}`
        : `C${print({ x: last.x, y: middle.y })} ${print({ x: point.x, y: middle.y })} ${print(point)}`;
    })
    .join('');
}

const print = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
