import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StatsGroup } from '../../contract/stats.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { KeptFigures } from './kept-figures.ts';
import { Statements } from './list-query.ts';
import { findProject } from './projects.ts';
import type { TimedSums } from './stats.ts';

let store: OpenStore;
let statements: Statements;
beforeEach(() => {
  store = new OpenStore();
  statements = new Statements(store.reading);
});
afterEach(() => store.close());

const AGENT = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'planner' };
const CALL = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o' };
const TOOL = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' };
const FIRST_TOKEN = { 'gen_ai.server.time_to_first_token': 0.5 };

type Drawn = { readonly n: number; readonly parent?: number; readonly attributes: SpanSpec['attributes'] };
const ended = ({ n, parent, attributes }: Drawn, durationMs: number): SpanSpec => ({
  traceId: traceIdOf(1),
  spanId: spanIdOf(n),
  ...(parent === undefined ? {} : { parentSpanId: spanIdOf(parent) }),
  start: 1000,
  end: 1000 + durationMs,
  attributes: attributes!,
});
/** What Logfire sends when a span starts. */
const begun = ({ n, parent, attributes }: Drawn): SpanSpec => ({
  traceId: traceIdOf(1),
  spanId: spanIdOf(100 + n),
  parentSpanId: spanIdOf(n),
  start: 1000,
  end: 1000,
  attributes: {
    ...attributes,
    'logfire.span_type': 'pending_span',
    'logfire.pending_parent_id': spanIdOf(parent ?? 0),
  },
});

function figures(group: StatsGroup | null): TimedSums[] {
  const project = findProject(statements, 'p') ?? -1;
  return [...new KeptFigures(statements).read({ project }, group).values()].flat();
}
const timesOf = ({ times }: TimedSums) => [
  Array.from(times.latencies).sort((a, b) => a - b),
  [...times.firstTokens],
];

test('what still runs is counted, but has no times until it has ended', () => {
  const late = { n: 5, parent: 1, attributes: { ...CALL, ...FIRST_TOKEN } };
  store.keepSpans(
    'p',
    ended({ n: 1, attributes: AGENT }, 9000),
    ended({ n: 2, parent: 1, attributes: { ...CALL, ...FIRST_TOKEN } }, 4000),
    begun({ n: 3, parent: 1, attributes: CALL }),
    ended({ n: 4, parent: 1, attributes: TOOL }, 20),
    begun(late),
    begun({ n: 6, parent: 1, attributes: TOOL }),
  );
  for (const group of [null, 'model', 'agent', 'environment'] as const)
    for (const sums of figures(group)) {
      expect([group, sums.llm_calls]).toEqual([group, 3]);
      expect([group, ...timesOf(sums)]).toEqual([group, [4000], [500]]);
    }
  const [tool] = figures('tool');
  expect(tool?.tool_calls).toBe(2);
  expect(timesOf(tool!)).toEqual([[20], []]);

  store.keepSpans('p', ended(late, 3000));
  for (const group of [null, 'model', 'agent', 'environment'] as const)
    for (const sums of figures(group))
      expect(timesOf(sums)).toEqual([
        [3000, 4000],
        [500, 500],
      ]);
});

test('a trace that starts at the latest time there is counts as any other', () => {
  const latest = { ...ended({ n: 1, attributes: CALL }, 0), start: 18_446_744_073_709 };
  store.keepSpans('p', latest);
  expect(figures(null).map(({ llm_calls }) => llm_calls)).toEqual([1]);
});

test('times of calls are read from their index, without the rows', () => {
  store.keepSpans('p', ended({ n: 2, attributes: CALL }, 4000));
  const all = vi.spyOn(statements, 'all');
  figures(null);
  const [sql, values] = all.mock.calls.find(([text]) => text.includes('json_group_array'))!;
  const steps = store.reading
    .prepare<unknown[], { opcode: string; p1: number; p2: number }>(`EXPLAIN ${sql}`)
    .all(...values);
  const open = (name: string) => {
    const root = store.one(`SELECT rootpage FROM sqlite_schema WHERE name = '${name}'`);
    return steps.find(({ opcode, p2 }) => opcode === 'OpenRead' && p2 === root)?.p1;
  };
  const read = steps.filter(({ opcode }) => opcode === 'Column').map(({ p1 }) => p1);
  expect(read).toContain(open('spans_calls'));
  expect(read).not.toContain(open('spans'));
});
