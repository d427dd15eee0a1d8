import type { TraceSummary } from '../../../collector/contract/traces.ts';

type Facts = Pick<TraceSummary, 'output_preview' | 'error_preview' | 'root_has_error'>;

/** Why a trace failed, in a few words; null of one that came to an answer all the same, which tells more. */
export function traceFailure({ output_preview, error_preview, root_has_error }: Facts): string | null {
  return output_preview === null || root_has_error ? error_preview : null;
}
