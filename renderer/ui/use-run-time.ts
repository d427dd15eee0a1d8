import type { Span } from '../../collector/contract/spans.ts';
import { useTimeSince } from './use-now.ts';

/** For how long a span that runs has, in milliseconds and told each second; undefined of one that ended. */
export function useRunTime({
  state,
  timestamp_start,
}: Pick<Span, 'state' | 'timestamp_start'>): number | undefined {
  return useTimeSince(state === 'running' ? timestamp_start : null);
}
