import type { ThreadEntry, ToolEntry } from './thread.ts';

/** What tells a tool's own span from the model calls that carry its result along. */
export type ToolSpanFacts = {
  readonly span_category: string;
  readonly span_name: string;
  readonly tool_name: string | null;
};

/**
 * The span that each entry stands for: where a message was produced, and where a tool ran, as far as that span is known
 * and among those that carried the call or the result. Each tool span is given once.
 */
export function entrySpans(
  entries: readonly ThreadEntry[],
  factsOf: (spanId: string) => ToolSpanFacts | undefined,
): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const spans = new Map<string, string>();
  for (const entry of entries) {
    const own = entry.kind === 'tool' ? findToolSpan(entry, factsOf, taken) : undefined;
    if (own !== undefined) taken.add(own);
    spans.set(entry.id, own ?? recordedSpan(entry));
  }
  return spans;
}

function findToolSpan(
  entry: ToolEntry,
  factsOf: (spanId: string) => ToolSpanFacts | undefined,
  taken: ReadonlySet<string>,
): string | undefined {
  const carriers = [...(entry.responseMessage?.carried_by ?? []), ...(entry.callMessage?.carried_by ?? [])];
  return carriers.find((spanId) => {
    const facts = factsOf(spanId);
    if (facts?.span_category !== 'tool' || taken.has(spanId)) return false;
    return facts.tool_name === entry.name || facts.span_name.includes(entry.name);
  });
}

function recordedSpan(entry: ThreadEntry): string {
  if (entry.kind === 'message') return entry.message.span_id;
  return entry.responseMessage?.span_id ?? entry.callMessage?.span_id ?? '';
}

/** All spans that carried an entry, the kept copy's first. */
export function entryCarriers(entry: ThreadEntry): string[] {
  const sources = entry.kind === 'message' ? [entry.message] : [entry.responseMessage, entry.callMessage];
  return [...new Set(sources.flatMap((source) => source?.carried_by ?? []))];
}

/** The entries that belong to a span: those it produced, else those it carried. */
export function entriesOfSpan(
  entries: readonly ThreadEntry[],
  spans: ReadonlyMap<string, string>,
  spanId: string | null,
): ReadonlySet<string> {
  if (spanId === null) return new Set();
  const own = entries.filter((entry) => spans.get(entry.id) === spanId);
  const found = own.length > 0 ? own : entries.filter((entry) => entryCarriers(entry).includes(spanId));
  return new Set(found.map((entry) => entry.id));
}
