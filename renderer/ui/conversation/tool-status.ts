import { errorName } from '../../lib/span-labels.ts';
import type { ToolEntry } from '../../lib/thread.ts';
import type { SpanFacts } from './context.ts';

export type ToolStatus = { readonly tone: 'ok' | 'error' | 'open'; readonly label: string };

/**
 * How a tool call ended: `ok`, the error's name, or `no result` where none was recorded; `running` where it has not, and
 * `called` where a span's answer asks for it, which tells no more.
 */
export function toolStatus(
  entry: ToolEntry,
  span: Pick<SpanFacts, 'has_error' | 'error_preview' | 'state'> | null,
  isOneSpan = false,
): ToolStatus {
  const error = entry.extra.find((part) => part.type === 'error');
  if (error !== undefined || entry.response?.is_error === true || span?.has_error === true) {
    return { tone: 'error', label: error?.name ?? errorName(span?.error_preview ?? '') ?? 'error' };
  }
  if (entry.response !== null) return { tone: 'ok', label: 'ok' };
  if (span?.state === 'running') return { tone: 'open', label: 'running' };
  const isAskedFor = isOneSpan && entry.callMessage?.direction === 'output';
  return { tone: 'open', label: isAskedFor ? 'called' : 'no result' };
}

/** What is known of the run of a tool itself: only where it has a span of its own. */
export function toolFacts(facts: SpanFacts | undefined): SpanFacts | null {
  return facts?.span_category === 'tool' ? facts : null;
}
