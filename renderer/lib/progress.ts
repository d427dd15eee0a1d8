import type { TraceSummary } from '../../collector/contract/traces.ts';
import { parseTime } from './time.ts';

/** What tells how far a trace or a session has come. */
export type Progress = Pick<TraceSummary, 'is_complete' | 'running_span_count' | 'end_time'>;

/** Exporters send a parent within minutes of its children, those that retry included. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Whether more of it is to be expected. What is not complete and no longer open has a parent that went elsewhere, as a
 * gateway's or a browser's does that only passed on its `traceparent`, or that got lost.
 */
export function isOpen({ is_complete, running_span_count, end_time }: Progress, nowMs: number): boolean {
  if (running_span_count > 0) return true;
  return !is_complete && nowMs - parseTime(end_time) < PATIENCE_MS;
}
