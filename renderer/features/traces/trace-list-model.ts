import type { ListQuery } from '../../api/queries.ts';
import { listRequest, withoutNarrowing, type TraceListSearch } from '../../lib/search.ts';

/** What the request for a list asks, from what its address says. */
export function traceListQuery(search: TraceListSearch, nowMs: number): ListQuery {
  return {
    ...listRequest(search, nowMs),
    ...(search.include_nongenai === true ? { include_nongenai: true } : {}),
  };
}

/** The address of all traces, with or without AI; the order stays. */
export function everyTrace(search: TraceListSearch): TraceListSearch {
  return { ...withoutNarrowing(search, { range: true, filters: true }), include_nongenai: true };
}
