/** A deleted trace whose rows have not all gone yet. `trace` and `project` are the ids of their rows. */
export interface DoomedTrace {
  readonly trace: number;
  readonly project: number;
  readonly trace_id: string;
}

/** A span's row that is being deleted; add to the columns of `REMOVED_SPAN` what somebody needs. */
export interface RemovedSpan {
  readonly id: number;
  readonly trace: number;
  readonly project: number;
  readonly raw_size: number;
  readonly resource: number;
  readonly scope: number;
}
export const REMOVED_SPAN = ['id', 'trace', 'project', 'raw_size', 'resource', 'scope'] as const;

/**
 * What goes besides spans, their bytes and the rows of traces, sessions and projects: one line each. All run in the
 * transaction of the deletion. Those with a `limit` answer how many rows went and are called until they say 0; raw bytes
 * that they release are cleaned out of their chunks by the caller.
 */
export interface Belongings {
  /** Rows beside a span. */
  readonly ofSpan: readonly ((span: RemovedSpan) => void)[];
  /** Rows of a trace, once its spans have gone. */
  readonly ofTrace: readonly ((trace: DoomedTrace, limit: number) => number)[];
  /** Rows of a project that belong to no trace. */
  readonly ofProject: readonly ((project: number, limit: number) => number)[];
  /** The same, older than a time: retention by days. */
  readonly looseBefore: readonly ((project: number, timeNs: bigint, limit: number) => number)[];
}

/** Logs, metric points, the attribute index and search rows are to be named here. */
export const belongings = (): Belongings => ({ ofSpan: [], ofTrace: [], ofProject: [], looseBefore: [] });
