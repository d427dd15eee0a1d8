import { TimeList } from './call-times.ts';
import {
  SUMMED,
  spansUnderAgents,
  type AgentSpan,
  type FiguresByMinute,
  type StatsRange,
  type SumRow,
} from './stats.ts';
import type { Statements } from './list-query.ts';

type Sums = { -readonly [K in keyof SumRow]: SumRow[K] } & { readonly times: TimeList };

/**
 * The figures of each agent: its own spans and all below them that belong to no other agent. Calls rarely name the agent
 * that makes them.
 */
export function agentFigures(statements: Statements, range: StatsRange): FiguresByMinute {
  const byMinute = new Map<number, Map<string, Sums>>();
  for (const { minute, spans } of spansUnderAgents(statements, range)) {
    let sums = byMinute.get(minute);
    if (!sums) byMinute.set(minute, (sums = new Map()));
    addTrace(sums, spans);
  }
  return new Map(
    [...byMinute].map(([minute, sums]) => [
      minute,
      [...sums.values()].map((sum) => ({ ...sum, times: sum.times.times() })),
    ]),
  );
}

function addTrace(sums: Map<string, Sums>, spans: readonly AgentSpan[]): void {
  const agents = agentsOf(spans);
  const seen = new Set<string>();
  for (const span of spans) {
    const value = agents.get(span.span_id) ?? null;
    if (value === null) continue;
    let sum = sums.get(value);
    if (!sum) sums.set(value, (sum = noSums(value)));
    if (!seen.has(value)) sum.traces++;
    seen.add(value);
    sum.spans++;
    for (const name of SUMMED) sum[name] += span[name];
    if (span.llm_calls && span.latency !== null) sum.times.add(span.latency, span.first_token);
  }
}

const NOTHING = Object.fromEntries(SUMMED.map((name) => [name, 0])) as Record<
  (typeof SUMMED)[number],
  number
>;

const noSums = (value: string): Sums => ({ value, traces: 0, spans: 0, ...NOTHING, times: new TimeList() });

/** The nearest agent of each span, itself included. Each span is passed once; a cycle without an agent has none. */
function agentsOf(spans: readonly AgentSpan[]): Map<string, string | null> {
  const byId = new Map(spans.map((span) => [span.span_id, span]));
  const agents = new Map<string, string | null>();
  for (const span of spans) {
    const path: string[] = [];
    let at: AgentSpan | undefined = span;
    while (at && at.agent_name === null && !agents.has(at.span_id)) {
      // Known as none until the top is reached, so that a cycle ends.
      agents.set(at.span_id, null);
      path.push(at.span_id);
      at = at.parent_span_id === null ? undefined : byId.get(at.parent_span_id);
    }
    const agent = at ? (at.agent_name ?? agents.get(at.span_id) ?? null) : null;
    for (const id of path) agents.set(id, agent);
    if (span.agent_name !== null) agents.set(span.span_id, span.agent_name);
  }
  return agents;
}
