import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import type { TraceSummary } from '../../../collector/contract/traces.ts';

/** Whether more of a session is to come, as its traces tell: its own numbers end with the last span that ended. */
export function sessionProgress(
  traces: SessionDetail['traces'],
): Pick<TraceSummary, 'is_complete' | 'running_span_count'> {
  return {
    is_complete: traces.every((trace) => trace.is_complete),
    running_span_count: traces.reduce((sum, trace) => sum + trace.running_span_count, 0),
  };
}
