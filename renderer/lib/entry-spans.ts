import type { ThreadEntry, ToolEntry } from './thread.ts';

const NONE: ReadonlySet<string> = new Set();

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

/**
 * Finds the ids of the entries that belong to a span: those it produced, else those it carried. The entries are gone over
 * once, however many spans are asked for; who carried them only when a span that produced none is: each call carries all
 * that was said before it.
 */
export function indexEntries(
  entries: readonly ThreadEntry[],
  spans: ReadonlyMap<string, string>,
): (spanId: string | null) => ReadonlySet<string> {
  const produced = idsBySpan(entries, ({ id }) => [spans.get(id) ?? '']);
  let carried: ReadonlyMap<string, readonly string[]> | undefined;
  return (spanId) => {
    if (spanId === null) return NONE;
    const own = produced.get(spanId);
    if (own !== undefined) return new Set(own);
    carried ??= idsBySpan(entries, entryCarriers);
    return new Set(carried.get(spanId));
  };
}

function idsBySpan(
  entries: readonly ThreadEntry[],
  spansOf: (entry: ThreadEntry) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const entry of entries)
    for (const spanId of spansOf(entry)) {
      const known = ids.get(spanId);
      if (known === undefined) ids.set(spanId, [entry.id]);
      else known.push(entry.id);
    }
  return ids;
}
