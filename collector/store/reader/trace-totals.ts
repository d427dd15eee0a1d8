import type { ObservationType } from '../../contract/common.ts';
import type { CostSource } from '../../contract/totals.ts';
import { COST_UNITS_PER_DOLLAR } from '../rows/span-row.ts';
import { COUNTED_AROUND, COUNTED_USAGE } from '../traces/tree-node.ts';
import type { Statements } from './list-query.ts';

/** A span that carries usage. */
export interface UsageRow {
  readonly span_id: string;
  readonly parent_span_id: string | null;
  readonly system: string | null;
  readonly response_id: string | null;
  readonly request_model: string | null;
  readonly response_model: string | null;
  readonly start_us: number;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly total_tokens: number | null;
  readonly cache_read_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly reasoning_tokens: number | null;
  readonly dollars: number;
  readonly cost_source: CostSource | null;
  /** 1 where its usage counts, as for the model calls themselves. */
  readonly counts: number;
  readonly observation_type: ObservationType;
  /** 1 where the call around it counts in its place. */
  readonly is_told_around: number;
}

/** All usage of a trace in start order: what counts was settled when the spans were written (`trace-tree.ts`). */
export function usageOfTrace(statements: Statements, trace: number): UsageRow[] {
  return statements.all<UsageRow>(
    `SELECT span_id, parent_span_id, system, response_id, request_model, response_model, start_ns / 1000 AS start_us, input_tokens, output_tokens,
       total_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, total_cost / ${COST_UNITS_PER_DOLLAR}.0 AS dollars,
       CASE own_cost WHEN 1 THEN 'span' WHEN 0 THEN 'prices' END AS cost_source,
       (counted & ${COUNTED_USAGE}) <> 0 AS counts, observation_type,
       (counted & ${COUNTED_AROUND}) <> 0 AS is_told_around
     FROM spans
     WHERE trace = ? AND (counted & ${COUNTED_USAGE} OR COALESCE(input_tokens, 0) <> 0 OR COALESCE(output_tokens, 0) <> 0
       OR COALESCE(total_tokens, 0) <> 0 OR total_cost <> 0)
     ORDER BY start_ns, span_id`,
    [trace],
  );
}
