import type { TreeRow } from '../../contract/spans.ts';
import { kindName, statusName } from '../rows/protocol-names.ts';
import { COST_UNITS_PER_DOLLAR } from '../rows/span-row.ts';
import { COUNTED_USAGE } from '../traces/tree-node.ts';
import { SPAN_END } from './filter-fields.ts';
import type { Statements } from './list-query.ts';
import { formatMicros } from '../../contract/format-time.ts';

type StoredRow = Omit<
  TreeRow,
  | 'span_kind'
  | 'status_code'
  | 'has_error'
  | 'state'
  | 'timestamp_start'
  | 'timestamp_end'
  | 'usage_counts'
  | 'depth'
> & {
  readonly kind: number;
  readonly status: number;
  readonly error: number;
  readonly running: number;
  readonly start_us: number;
  readonly end_us: number;
  readonly counts: number;
};

/** All spans of a trace in start order, with the columns of its tree only. */
export function treeOfTrace(statements: Statements, trace: number): StoredRow[] {
  return statements.all<StoredRow>(
    `SELECT span_id, parent_span_id, name AS span_name, kind, category AS span_category, observation_type,
       start_ns / 1000 AS start_us, ${SPAN_END} / 1000 AS end_us, MAX(end_ns - start_ns, 0) / 1e6 AS duration_ms,
       status_code AS status, status_message, error_preview, has_error AS error, running, COALESCE(response_model, request_model) AS model, tool_name,
       agent_name, COALESCE(input_tokens, 0) AS input_tokens, COALESCE(output_tokens, 0) AS output_tokens,
       COALESCE(total_tokens, COALESCE(input_tokens, 0) + COALESCE(output_tokens, 0)) AS total_tokens,
       total_cost / ${COST_UNITS_PER_DOLLAR}.0 AS total_cost, time_to_first_token_ms, event_count,
       counted & ${COUNTED_USAGE} AS counts
     FROM spans WHERE trace = ? ORDER BY start_ns, span_id`,
    [trace],
  );
}

export function treeRow(row: StoredRow, depth: number): TreeRow {
  return {
    span_id: row.span_id,
    parent_span_id: row.parent_span_id,
    span_name: row.span_name,
    span_kind: kindName(row.kind),
    span_category: row.span_category,
    observation_type: row.observation_type,
    timestamp_start: formatMicros(row.start_us),
    timestamp_end: formatMicros(row.end_us),
    duration_ms: row.duration_ms,
    status_code: statusName(row.status),
    status_message: row.status_message,
    error_preview: row.error_preview,
    has_error: row.error === 1,
    state: row.running ? 'running' : 'done',
    model: row.model,
    tool_name: row.tool_name,
    agent_name: row.agent_name,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    total_tokens: row.total_tokens,
    total_cost: row.total_cost,
    time_to_first_token_ms: row.time_to_first_token_ms,
    event_count: row.event_count,
    usage_counts: row.counts !== 0,
    depth,
  };
}
