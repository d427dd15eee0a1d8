import { plural } from '../../lib/format.ts';

/** What a trace, a session or a span tells of how it went. */
export type Outcome = {
  readonly has_error: boolean;
  readonly error_count: number;
  /** Absent: it is never known. */
  readonly is_complete?: boolean;
};

/** How something went, in words and by its colour. */
export function describeOutcome({ has_error, error_count, is_complete = true }: Outcome): {
  readonly tone: 'error' | 'ok' | 'warn';
  readonly label: string;
} {
  if (has_error) return { tone: 'error', label: plural(Math.max(1, error_count), 'error') };
  return is_complete ? { tone: 'ok', label: 'OK' } : { tone: 'warn', label: 'Not complete yet' };
}
