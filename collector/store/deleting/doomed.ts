/*
 * What stands in `doomed_traces` is deleted for everyone, though its rows may lie in the file for a while. These conditions
 * tell such rows from the others wherever rows are not reached through their trace, which has none any more.
 */

/** SQL: whether `trace`, an expression for the id of a trace's row, is still there. Never null for an id. */
export const isLiving = (trace: string): string => `${trace} NOT IN (SELECT trace FROM doomed_traces)`;

/** SQL: whether a deleted trace takes a row of `log_records` with it. What came for the trace later stays. */
export const IS_DOOMED_LOG = `EXISTS (SELECT 1 FROM doomed_traces AS doomed
  WHERE doomed.project = log_records.project AND doomed.trace_id = log_records.trace_id AND log_records.id <= doomed.last_log)`;
