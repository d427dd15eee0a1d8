import { expect, test } from 'vitest';
import { layOutGraph } from './graph-layout.ts';
import type { GraphNode, TraceGraph } from './trace-graph.ts';

const node = (id: string): GraphNode => ({
  id,
  name: id,
  tone: 'agent',
  spanIds: [id],
  errorCount: 0,
  durationMs: 1000,
  tokens: 0,
});

const GRAPH: TraceGraph = {
  nodes: [node('planner'), node('writer'), node('critic')],
  edges: [
    { from: 'planner', to: 'writer', count: 1 },
    { from: 'writer', to: 'critic', count: 238 },
    { from: 'critic', to: 'writer', count: 86 },
  ],
  hiddenCount: 0,
};

test.for([
  ['from left to right', 2000],
  ['from top to bottom', 300],
] as const)('nodes that call each other are joined by two lines, a number on each, %s', ([, paneWidth]) => {
  const { edges, places } = layOutGraph(GRAPH, paneWidth);
  const [there, back] = [edges[1]!, edges[2]!];
  // As far apart as three digits are wide, or their line is high.
  const isAcross = places.get('planner')!.y === places.get('writer')!.y;
  const gap = isAcross ? there.middle.y - back.middle.y : there.middle.x - back.middle.x;
  expect(Math.abs(gap)).toBeGreaterThanOrEqual(isAcross ? 12 : 24);
});

test.for([
  ['from left to right', 2000, 'y'],
  ['from top to bottom', 900, 'x'],
] as const)('siblings stand in the order in which they were first called, %s', ([, paneWidth, axis]) => {
  const names = ['search', 'fetch', 'read', 'write'];
  const chain = Array.from({ length: 5 }, (_, n) => node(`step ${n}`));
  const { places } = layOutGraph(
    {
      nodes: [...chain, ...names.map(node)],
      edges: [
        ...chain.slice(1).map(({ id }, n) => ({ from: chain[n]!.id, to: id, count: 1 })),
        ...names.map((to) => ({ from: 'step 4', to, count: 1 })),
      ],
      hiddenCount: 0,
    },
    paneWidth,
  );
  expect(names.toSorted((a, b) => places.get(a)![axis] - places.get(b)![axis])).toEqual(names);
  expect(new Set(names.map((name) => places.get(name)![axis])).size).toBe(names.length);
});
