import type { Span } from '../../collector/contract/spans.ts';
import type { TraceSummary } from '../../collector/contract/traces.ts';
import type { FeedLine } from './feed-lines.ts';
import { parseTime } from './time.ts';

/** All that the feed tells of one span. */
export type SpanEntry = {
  readonly kind: 'span';
  readonly key: string;
  readonly span: Span;
  readonly lines: readonly FeedLine[];
};
/** Where the feed leaves something out: so much arrived at once, or was missed while nobody listened. */
export type GapEntry = { readonly kind: 'gap'; readonly key: string; readonly count: number | null };
export type FeedEntry = SpanEntry | GapEntry;

export type Feed = {
  /** In order of arrival, the newest last. */
  readonly shown: readonly FeedEntry[];
  /** What arrived while the feed was held; entries of spans that are shown take their place when it is released. */
  readonly waiting: readonly FeedEntry[];
  /** Of all entries, by trace id. */
  readonly traces: ReadonlyMap<string, TraceSummary>;
};

/** What came at once. */
export type FeedBatch = {
  readonly entries: readonly FeedEntry[];
  readonly traces: readonly TraceSummary[];
};

/** Entries that are kept, shown and waiting each: whoever wants more has the list of spans. */
export const MOST_KEPT = 2000;

export const EMPTY_FEED: Feed = { shown: [], waiting: [], traces: new Map() };

/** Reads the key of a span (`spanKey`), or that of a trace alone, whose span is null. */
export function readEntryKey(key: string): { readonly traceId: string; readonly spanId: string | null } {
  const [traceId = '', spanId] = key.split('-');
  return { traceId, spanId: spanId ?? null };
}

/**
 * Takes a batch in. A span that is there already changes in its place, a new one comes last. While the feed is held
 * nothing of what it shows changes but the facts of traces.
 */
export function addBatch(feed: Feed, batch: FeedBatch, isHeld: boolean): Feed {
  const traces = new Map(feed.traces);
  for (const trace of batch.traces) traces.set(trace.trace_id, trace);
  const next = isHeld
    ? { ...feed, waiting: merge(feed.waiting, batch.entries) }
    : { shown: merge(feed.shown, [...feed.waiting, ...batch.entries]), waiting: [] };
  return { ...next, traces: tracesOf(next, traces) };
}

/** Shows what waits. */
export function release(feed: Feed): Feed {
  return addBatch(feed, { entries: [], traces: [] }, false);
}

/** Takes out what belongs to a trace or a session that was deleted. */
export function removeTraces(feed: Feed, isGone: (trace: TraceSummary) => boolean): Feed {
  const gone = new Set([...feed.traces.values()].filter(isGone).map((trace) => trace.trace_id));
  if (gone.size === 0) return feed;
  const stays = (entry: FeedEntry): boolean => entry.kind === 'gap' || !gone.has(entry.span.trace_id);
  const next = { shown: feed.shown.filter(stays), waiting: feed.waiting.filter(stays) };
  return { ...next, traces: tracesOf(next, feed.traces) };
}

/** How many spans would come into the feed when it is released. */
export function countNew(feed: Feed): number {
  if (feed.waiting.length === 0) return 0;
  const known = new Set(feed.shown.map((entry) => entry.key));
  return feed.waiting.filter((entry) => entry.kind === 'span' && !known.has(entry.key)).length;
}

function merge(before: readonly FeedEntry[], added: readonly FeedEntry[]): readonly FeedEntry[] {
  if (added.length === 0) return before;
  const latest = new Map(added.map((entry) => [entry.key, entry]));
  const merged = before.map((entry) => {
    const next = latest.get(entry.key);
    latest.delete(entry.key);
    return next ?? entry;
  });
  merged.push(...latest.values());
  return merged.length > MOST_KEPT ? merged.slice(-MOST_KEPT) : merged;
}

function tracesOf(
  { shown, waiting }: Pick<Feed, 'shown' | 'waiting'>,
  known: ReadonlyMap<string, TraceSummary>,
): ReadonlyMap<string, TraceSummary> {
  const traces = new Map<string, TraceSummary>();
  for (const entry of [...shown, ...waiting]) {
    if (entry.kind === 'gap') continue;
    const trace = known.get(entry.span.trace_id);
    if (trace !== undefined) traces.set(trace.trace_id, trace);
  }
  return traces;
}

/** A row of the feed as it is drawn. */
export type FeedRow =
  | { readonly kind: 'trace'; readonly key: string; readonly traceId: string; readonly isContinued: boolean }
  | {
      readonly kind: 'line';
      readonly key: string;
      readonly entry: SpanEntry;
      readonly line: FeedLine;
      /** The one that has the span's figures: its last. */
      readonly isLast: boolean;
    }
  | { readonly kind: 'gap'; readonly key: string; readonly count: number | null };

/** The rows of entries: a head whenever another trace speaks, a line for each thing that was said or called. */
export function feedRows(entries: readonly FeedEntry[]): readonly FeedRow[] {
  const rows: FeedRow[] = [];
  const seen = new Set<string>();
  let speaking: string | null = null;
  for (const entry of entries) {
    if (entry.kind === 'gap') {
      rows.push(entry);
      speaking = null;
      continue;
    }
    const traceId = entry.span.trace_id;
    if (traceId !== speaking) {
      rows.push({ kind: 'trace', key: `head ${entry.key}`, traceId, isContinued: seen.has(traceId) });
      seen.add(traceId);
      speaking = traceId;
    }
    entry.lines.forEach((line, at) =>
      rows.push({
        kind: 'line',
        key: `${entry.key} ${at}`,
        entry,
        line,
        isLast: at === entry.lines.length - 1,
      }),
    );
  }
  return rows;
}

/**
 * The order in which spans that came at once are told: trace by trace, the one that was at work last at the end. Within one
 * a span is told when it ended, which is when its answer was there, or when it started while it runs; of what came in the same
 * millisecond an agent begins first and is done last, an inner one before the one around it.
 */
export function inFeedOrder(spans: readonly Span[]): readonly Span[] {
  const byTrace = Map.groupBy(spans, (span) => span.trace_id);
  const groups = [...byTrace.values()].map((members) => {
    const times = timesIn(members);
    const timeOf = ({ span_id }: Span): number => times.get(span_id) ?? 0;
    return {
      members: members.toSorted(
        (a, b) => timeOf(a) - timeOf(b) || agentRank(a) - agentRank(b) || byStart(a, b),
      ),
      endMs: members.reduce((last, span) => Math.max(last, timeOf(span)), 0),
    };
  });
  return groups.toSorted((a, b) => a.endMs - b.endMs).flatMap(({ members }) => members);
}

/** Clocks that round starts down, as OpenTelemetry's for JavaScript, have an agent end by up to so much before what it called. */
const CLOCK_MS = 1;

/** When each span of a trace is told, by its id. */
function timesIn(members: readonly Span[]): ReadonlyMap<string, number> {
  const times = new Map(members.map((span) => [span.span_id, toldAt(span)]));
  const done = new Set(members.filter((span) => agentRank(span) === 1).map(({ span_id }) => span_id));
  const startOf = (span: Span): number => parseTime(span.timestamp_start);
  // The inner ones first: an agent may wait for one that itself does.
  for (const span of members.toSorted((a, b) => startOf(b) - startOf(a) || toldAt(a) - toldAt(b))) {
    const around = span.parent_span_id ?? '';
    const [own = 0, agents = 0] = [times.get(span.span_id), times.get(around)];
    if (done.has(around) && own > agents && own - agents <= CLOCK_MS) times.set(around, own);
  }
  return times;
}

function toldAt(span: Span): number {
  return parseTime(span.state === 'running' ? span.timestamp_start : span.timestamp_end);
}

const agentRank = (span: Span): number =>
  span.observation_type === 'agent' ? (span.state === 'running' ? -1 : 1) : 0;

/** In the order of their starts; of agents that are done, the one that the other began comes first. */
const byStart = (a: Span, b: Span): number =>
  (parseTime(a.timestamp_start) - parseTime(b.timestamp_start)) * (agentRank(a) === 1 ? -1 : 1);
