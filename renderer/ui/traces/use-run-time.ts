import type { Span } from '../../../collector/contract/spans.ts';
import { traceTimeText, type TraceTime } from '../../lib/span-labels.ts';
import { useTimeSince } from '../use-now.ts';
import { useIsOpen } from './use-progress.ts';

/** For how long a span that runs has, in milliseconds and told each second; undefined of one that ended. */
export function useRunTime({
  state,
  timestamp_start,
}: Pick<Span, 'state' | 'timestamp_start'>): number | undefined {
  return useTimeSince(state === 'running' ? timestamp_start : null);
}

/** How long a trace took, as text; while a span of it runs for how long it has, which goes on. */
export function useTraceTime(trace: TraceTime): string {
  const ranMs = useTimeSince(trace.running_span_count > 0 ? trace.start_time : null);
  return traceTimeText(trace, useIsOpen(trace), ranMs);
}
