import type { TraceSummary } from '../../contract/traces.ts';
import { formatMicros } from '../../contract/format-time.ts';
import { COST_UNITS_PER_DOLLAR } from '../rows/span-row.ts';
import { ROOT_ERROR, TRACE_ERROR } from './filter-fields.ts';
import type { Statements } from './list-query.ts';

/** The columns of a `TraceRow`, as they are selected. */
export const TRACE_ROW = `traces.id, trace_id, trace_name, start_ns / 1000 AS start_us, end_ns / 1000 AS end_us,
  duration_ns / 1e6 AS duration_ms, session_id, user_id, environment, span_count, service_name, framework,
  input_tokens, output_tokens, total_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens,
  input_cost, output_cost, total_cost, unpriced_call_count, observation_count, llm_call_count, tool_call_count, error_count,
  running_span_count, models, agents, tags, input_preview, output_preview, ${TRACE_ERROR} AS error_preview,
  ${ROOT_ERROR} AS root_has_error, is_complete`;

type JsonColumns = 'models' | 'agents' | 'tags';
export type TraceRow = Omit<
  TraceSummary,
  JsonColumns | 'start_time' | 'end_time' | 'has_error' | 'root_has_error' | 'is_complete'
> &
  Record<JsonColumns, string> & {
    id: number;
    start_us: number;
    end_us: number;
    root_has_error: number;
    is_complete: number;
  };

export function traceSummary(row: TraceRow): TraceSummary {
  return {
    trace_id: row.trace_id,
    trace_name: row.trace_name,
    start_time: formatMicros(row.start_us),
    end_time: formatMicros(row.end_us),
    duration_ms: row.duration_ms,
    session_id: row.session_id,
    user_id: row.user_id,
    environment: row.environment,
    span_count: row.span_count,
    total_tokens: row.total_tokens,
    total_cost: row.total_cost / COST_UNITS_PER_DOLLAR,
    service_name: row.service_name,
    framework: row.framework,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cache_read_tokens: row.cache_read_tokens,
    cache_write_tokens: row.cache_write_tokens,
    reasoning_tokens: row.reasoning_tokens,
    input_cost: row.input_cost / COST_UNITS_PER_DOLLAR,
    output_cost: row.output_cost / COST_UNITS_PER_DOLLAR,
    unpriced_call_count: row.unpriced_call_count,
    observation_count: row.observation_count,
    llm_call_count: row.llm_call_count,
    tool_call_count: row.tool_call_count,
    error_count: row.error_count,
    running_span_count: row.running_span_count,
    has_error: row.error_count > 0,
    models: JSON.parse(row.models) as string[],
    agents: JSON.parse(row.agents) as string[],
    tags: JSON.parse(row.tags) as string[],
    input_preview: row.input_preview,
    output_preview: row.output_preview,
    error_preview: row.error_preview,
    root_has_error: row.root_has_error === 1,
    is_complete: row.is_complete === 1,
  };
}

/** `project`: the id of its row. */
export function findTrace(statements: Statements, project: number, traceId: string): TraceRow | undefined {
  return statements.get<TraceRow>(`SELECT ${TRACE_ROW} FROM traces WHERE project = ? AND trace_id = ?`, [
    project,
    traceId,
  ]);
}

/** The traces of a session in start order. */
export function tracesOfSession(statements: Statements, session: number): TraceRow[] {
  return statements.all<TraceRow>(
    `SELECT ${TRACE_ROW} FROM traces WHERE session = ? ORDER BY start_ns, trace_id`,
    [session],
  );
}
