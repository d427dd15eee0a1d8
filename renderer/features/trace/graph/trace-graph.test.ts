import { expect, test } from 'vitest';
import { span } from '../../../testing/builders.ts';
import { buildSpanTree } from '../../../lib/span-tree.ts';
import { buildTraceGraph } from './trace-graph.ts';

const agent = { span_category: 'agent', observation_type: 'agent' } as const;
const call = {
  span_category: 'llm',
  observation_type: 'generation',
  model: 'gpt-4o',
  total_tokens: 10,
} as const;
const tool = { span_category: 'tool', observation_type: 'tool' } as const;

test('spans of one name are one node, with their count, time and errors', () => {
  const graph = buildTraceGraph(
    buildSpanTree([
      span('root', null, 0, 20, { ...agent, agent_name: 'planner' }),
      span('step', 'root', 0, 10),
      span('call-1', 'step', 0, 2, call),
      span('call-2', 'root', 5, 8, call),
      span('tool-1', 'call-2', 6, 7, { ...tool, tool_name: 'search', has_error: true }),
    ]),
  );
  expect(graph.nodes).toEqual([
    {
      id: 'agent:planner',
      tone: 'agent',
      name: 'planner',
      spanIds: ['root'],
      errorCount: 0,
      durationMs: 20_000,
      tokens: 20,
    },
    {
      id: 'llm:gpt-4o',
      tone: 'llm',
      name: 'gpt-4o',
      spanIds: ['call-1', 'call-2'],
      errorCount: 0,
      durationMs: 5000,
      tokens: 20,
    },
    {
      id: 'tool:search',
      tone: 'tool',
      name: 'search',
      spanIds: ['tool-1'],
      errorCount: 1,
      durationMs: 1000,
      tokens: 0,
    },
  ]);
  expect(graph.edges).toEqual([
    { from: 'agent:planner', to: 'llm:gpt-4o', count: 2 },
    { from: 'llm:gpt-4o', to: 'tool:search', count: 1 },
  ]);
  expect(graph.hiddenCount).toBe(0);
});

test('a span inside one of the same node is not counted again', () => {
  const graph = buildTraceGraph(
    buildSpanTree([span('outer', null, 0, 5, call), span('inner', 'outer', 1, 4, call)]),
  );
  expect(graph.nodes.map(({ spanIds }) => spanIds)).toEqual([['outer']]);
  expect(graph.edges).toEqual([]);
});

test('a span that still runs adds no time', () => {
  const running = { ...call, state: 'running' } as const;
  const graph = buildTraceGraph(
    buildSpanTree([
      span('root', null, 0, 0, { ...agent, state: 'running' }),
      span('call-1', 'root', 0, 2, call),
      span('call-2', 'root', 5, 5, running),
    ]),
  );
  expect(graph.nodes.map(({ spanIds, durationMs }) => [spanIds.length, durationMs])).toEqual([
    [1, null],
    [2, 2000],
  ]);
});

test('what no agent called comes from the root of the trace', () => {
  const graph = buildTraceGraph(
    buildSpanTree([span('job', null, 0, 5), span('call', 'job', 1, 4, call), span('alone', null, 6, 7)]),
  );
  expect(graph.nodes.map(({ id }) => id)).toEqual(['start', 'llm:gpt-4o']);
  expect(graph.edges).toEqual([{ from: 'start', to: 'llm:gpt-4o', count: 1 }]);
});

test('of very many nodes those with the most time stay', () => {
  const tools = Array.from({ length: 300 }, (_, index) =>
    span(`t${index}`, 'root', 0, index + 1, { ...tool, tool_name: `tool-${index}` }),
  );
  const graph = buildTraceGraph(buildSpanTree([span('root', null, 0, 400, agent), ...tools]));
  expect(graph.nodes).toHaveLength(120);
  expect(graph.hiddenCount).toBe(181);
  expect(graph.nodes.some(({ id }) => id === 'tool:tool-299')).toBe(true);
  expect(graph.nodes.some(({ id }) => id === 'tool:tool-0')).toBe(false);
});
