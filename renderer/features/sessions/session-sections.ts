import type { Message } from '../../../collector/contract/messages.ts';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { buildThread, type ThreadEntry } from '../../lib/thread.ts';

export type SessionSection = { readonly trace: TraceSummary; readonly entries: readonly ThreadEntry[] };

/**
 * A session's messages by the trace that told them, in the order of the traces; a trace that told nothing new has no
 * entries. Messages of a trace that is not in the list (it came after the list was read) wait for the next reading.
 */
export function sessionSections(
  traces: readonly TraceSummary[],
  messages: readonly Message[],
): SessionSection[] {
  const byTrace = Map.groupBy(messages, (message) => message.trace_id);
  return traces.map((trace) => ({ trace, entries: buildThread(byTrace.get(trace.trace_id) ?? []) }));
}
