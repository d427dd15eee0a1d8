import type { TraceTime } from '../../lib/span-labels.ts';
import { useTraceTime } from './use-run-time.ts';

/** How long a trace or a session took; of one in which a span runs how long it has, which goes on. */
export function TraceDuration({ trace }: { readonly trace: TraceTime }) {
  return useTraceTime(trace);
}
