import type { Message } from '../../../collector/contract/messages.ts';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import type { PlaceholderRoom } from '../../ui/conversation/Placeholder.tsx';
import { estimateHeight } from '../../ui/conversation/thread-pieces.ts';
import { buildThread, type ThreadEntry } from '../../lib/thread.ts';

/** Heads of sections take their time as well: so many are drawn at once. */
const SECTIONS_AT_ONCE = 20;
const HEAD_PX = 36;
/** Around what a trace has told, or of the line that it told nothing. */
const PADDING_PX = 24;
const LINE_PX = 20;

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

/** Sections in groups that are drawn at once. */
export function sectionGroups(sections: readonly SessionSection[]): (readonly SessionSection[])[] {
  const groups = Math.ceil(sections.length / SECTIONS_AT_ONCE);
  return Array.from({ length: groups }, (_, group) =>
    sections.slice(group * SECTIONS_AT_ONCE, (group + 1) * SECTIONS_AT_ONCE),
  );
}

/** What a group takes that is not drawn yet. */
export function roomOf(
  sections: readonly SessionSection[],
  isFolded: (traceId: string) => boolean,
): PlaceholderRoom {
  const open = sections.filter(({ trace }) => !isFolded(trace.trace_id));
  const told = open.reduce(
    (sum, { entries }) => sum + PADDING_PX + (entries.length === 0 ? LINE_PX : estimateHeight(entries)),
    0,
  );
  return {
    entries: sections.flatMap(({ entries }) => entries),
    height: sections.length * HEAD_PX + told,
  };
}
