import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import type { Progress } from '../../lib/progress.ts';

/**
 * How far a session has come, as its traces tell: its own numbers end with the last span that ended. It is open while one
 * of its traces is, so `end_time` is the last of those that are not complete.
 */
export function sessionProgress({ traces, end_time }: Pick<SessionDetail, 'traces' | 'end_time'>): Progress {
  const incomplete = traces.filter((trace) => !trace.is_complete);
  return {
    is_complete: incomplete.length === 0,
    running_span_count: incomplete.reduce((sum, trace) => sum + trace.running_span_count, 0),
    end_time:
      incomplete
        .map((trace) => trace.end_time)
        .sort()
        .at(-1) ?? end_time,
  };
}
