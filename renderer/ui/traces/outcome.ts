import { plural } from '../../lib/format.ts';
import type { Progress } from '../../lib/progress.ts';

/** What a trace, a session or a span tells of how it went. */
export type Outcome = Progress & { readonly has_error: boolean; readonly error_count: number };

export type OutcomeTone = 'error' | 'ok' | 'warn' | 'quiet';

/**
 * How something went, in words and by its colour; `open`: whether more of it is to come. A parent that lies elsewhere is no
 * fault of what has come.
 */
export function describeOutcome(
  { has_error, error_count, is_complete }: Outcome,
  open: boolean,
): { readonly tone: OutcomeTone; readonly label: string } {
  if (has_error) return { tone: 'error', label: plural(Math.max(1, error_count), 'error') };
  if (is_complete) return { tone: 'ok', label: 'OK' };
  return open ? { tone: 'warn', label: 'Not complete yet' } : { tone: 'quiet', label: 'Parent not received' };
}
