import type { TreeRow } from '../../contract/spans.ts';
import { COST_UNITS_PER_DOLLAR } from '../span-row.ts';
import type { Statements } from './list-query.ts';
import { KINDS, STATUSES } from './spans.ts';
import { formatMicros } from './time.ts';

type StoredRow = Omit<
  TreeRow,
  'span_kind' | 'status_code' | 'has_error' | 'state' | 'timestamp_start' | 'timestamp_end' | 'depth'
> & {
  readonly kind: number;
  readonly status: number;
  readonly error: number;
  readonly running: number;
  readonly start_us: number;
  readonly end_us: number;
};

/** All spans of a trace in start order, with the columns of its tree only. */
export function treeOfTrace(statements: Statements, trace: number): StoredRow[] {
  return statements.all<StoredRow>(
    `SELECT span_id, parent_span_id, name AS span_name, kind, category AS span_category, observation_type,
       start_ns / 1000 AS start_us, end_ns / 1000 AS end_us, MAX(end_ns - start_ns, 0) / 1e6 AS duration_ms,
       status_code AS status, status_message, has_error AS error, running, COALESCE(response_model, request_model) AS model, tool_name,
       agent_name, COALESCE(input_tokens, 0) AS input_tokens, COALESCE(output_tokens, 0) AS output_tokens,
       COALESCE(total_tokens, COALESCE(input_tokens, 0) + COALESCE(output_tokens, 0)) AS total_tokens,
       total_cost / ${COST_UNITS_PER_DOLLAR}.0 AS total_cost, time_to_first_token_ms, event_count
     FROM spans WHERE trace = ? ORDER BY start_ns, span_id`,
    [trace],
  );
}

export function treeRow(row: StoredRow): Omit<TreeRow, 'depth'> {
  const { kind, status, error, running, start_us, end_us, ...shown } = row;
  return {
    ...shown,
    span_kind: KINDS[kind] ?? 'UNSPECIFIED',
    status_code: STATUSES[status] ?? 'UNSET',
    has_error: error === 1,
    state: running ? 'running' : 'done',
    timestamp_start: formatMicros(start_us),
    timestamp_end: formatMicros(end_us),
  };
}
