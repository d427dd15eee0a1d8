import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import type { Costs } from '../../lib/usage.ts';

/** A session's cost with its parts, of which its traces tell. */
export function sessionCosts({
  traces,
  total_cost,
  unpriced_call_count,
}: Pick<SessionDetail, 'traces' | 'total_cost' | 'unpriced_call_count'>): Costs {
  return {
    input_cost: traces.reduce((sum, trace) => sum + trace.input_cost, 0),
    output_cost: traces.reduce((sum, trace) => sum + trace.output_cost, 0),
    total_cost,
    unpriced_call_count,
  };
}
