import type { Facet } from '../traces/trace-facets.ts';
import { marks } from './conditions.ts';
import type { Statements } from './list-query.ts';

/** A name that spans of a project carry, with what is kept of it: how many traces and spans do. */
export interface KeptName {
  readonly facet: Facet;
  readonly id: number;
  readonly traces: number;
  readonly spans: number;
}

export const findName = (
  statements: Statements,
  project: number,
  facet: Facet,
  value: string,
): KeptName | undefined =>
  statements.get<KeptName>(
    'SELECT id, facet, traces, spans FROM facet_values WHERE project = ? AND facet = ? AND value = ? AND traces > 0',
    [project, facet, value],
  );

/** What a trace's own row says, whatever its spans say. */
export const TRACE_NAMES = ['environment', 'service_name', 'trace_name', 'user_id', 'session_id'] as const;
export type TraceName = (typeof TRACE_NAMES)[number];

export type TraceCounts = Pick<KeptCounts, 'traces' | 'genaiTraces'>;

/** How many traces say one of these values of themselves. */
export const countTraces = (
  statements: Statements,
  project: number,
  name: TraceName,
  values: readonly string[],
): TraceCounts =>
  statements.get<TraceCounts>(
    `SELECT COALESCE(SUM(traces), 0) AS traces, COALESCE(SUM(genai_traces), 0) AS genaiTraces FROM trace_names
     WHERE project = ? AND field = ? AND value IN (${marks(values)})`,
    [project, name, ...values],
  ) ?? NOTHING;

/** What is kept of a project. */
export interface KeptCounts {
  readonly traces: number;
  readonly genaiTraces: number;
  readonly spans: number;
}

const NOTHING: KeptCounts = { traces: 0, genaiTraces: 0, spans: 0 };

export const keptCounts = (statements: Statements, project: number): KeptCounts =>
  statements.get<KeptCounts>(
    'SELECT trace_count AS traces, genai_trace_count AS genaiTraces, span_count AS spans FROM projects WHERE id = ?',
    [project],
  ) ?? NOTHING;
