import type { Conversation } from '../../collector/contract/messages.ts';
import type { Span, SpanPage } from '../../collector/contract/spans.ts';
import type { TracePage, TraceSummary } from '../../collector/contract/traces.ts';
import { inFeedOrder, type FeedBatch, type SpanEntry } from '../lib/feed.ts';
import { feedLines, TOLD_TYPES } from '../lib/feed-lines.ts';
import { writeFilters, type Condition } from '../lib/filters.ts';
import { spanKey } from '../lib/span-key.ts';
import type { PromptSummary } from '../lib/system-prompt.ts';
import { getJson, withQuery } from './client.ts';
import { projectPath, tracePath } from './paths.ts';

/** What the feed is of. */
export type FeedQuery = {
  readonly project: string;
  /** As a list of traces takes them: a trace is told when all of them hold for it. */
  readonly filters: readonly Condition[];
  /** Every kind of span instead of messages and calls alone. */
  readonly isEverySpan: boolean;
};

/** Ids in one request: its address must not grow past what a server takes. */
const MOST_IDS = 250;
/** Traces and spans that the feed begins with. */
const FIRST_TRACES = 30;
const FIRST_SPANS = 150;
/**
 * Model calls at once, and within a second, whose own messages are read, with a request for each; those of a flood are told by
 * their previews, all of them alike, until it is over (`hasUnread`).
 */
const MOST_READ_CALLS = 16;
const MOST_READ_A_SECOND = 50;
/** The same of what happened last, of which the newest matter most. */
const MOST_READ_LATEST = 40;
/** How long the feed waits for the messages of its first calls before it shows their previews. */
const PREVIEWS_AFTER_MS = 250;
/** Traces that are remembered as told: more than the feed can hold. */
const MOST_TOLD = 10_000;

const isCall = (span: Span): boolean => span.observation_type === 'generation';
const idOf = (trace: TraceSummary): string => trace.trace_id;

/** Notes what is known, and forgets the oldest where it is too much. */
function remember(known: Map<string, string>, key: string, value = ''): void {
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > MOST_TOLD && oldest !== undefined) known.delete(oldest);
}

/** Reads what the feed tells of spans: their rows, their traces' facts, and what is new in each model call. */
export class FeedReader {
  readonly #query: FeedQuery;
  readonly #signal: AbortSignal;
  /** Traces that were told of, the last of them. */
  readonly #told = new Map<string, string>();
  /** Traces of which a model call was told, the last of them, and the first call of each. */
  readonly #asked = new Map<string, string>();
  /** System prompts that were told of a trace, the last of them, and the span that each stands at. */
  readonly #prompts = new Map<string, string>();
  #hasUnread = false;
  /** Model calls that came within the last second. */
  #recent: readonly { readonly atMs: number; readonly calls: number }[] = [];

  constructor(query: FeedQuery, signal: AbortSignal) {
    this.#query = query;
    this.#signal = signal;
  }

  /** Whether calls of a flood were told by their previews since `readLatest`. */
  get hasUnread(): boolean {
    return this.#hasUnread;
  }

  get #isFiltered(): boolean {
    return this.#query.filters.length > 0;
  }

  /**
   * What happened last. `onPreviews` gets it without the calls' own messages where these keep it waiting: there may be
   * megabytes of them.
   */
  async readLatest(onPreviews: (batch: FeedBatch) => void): Promise<FeedBatch> {
    this.#hasUnread = false;
    const traces = await this.#traces([], { order_by: 'end_time:desc', limit: FIRST_TRACES });
    if (traces.length === 0) return { entries: [], traces };
    const ids = traces.map(idOf);
    const spans = inFeedOrder(await this.#spans([{ key: 'trace_id', op: 'in', value: ids }], FIRST_SPANS));
    const timer = setTimeout(() => {
      if (!this.#signal.aborted) onPreviews({ entries: this.#entries(spans, new Map()), traces });
    }, PREVIEWS_AFTER_MS);
    try {
      return await this.#batch(spans, traces, spans.filter(isCall).slice(-MOST_READ_LATEST));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Traces that were told of and are there no more: their deletion may have gone by unheard. */
  async readGone(): Promise<ReadonlySet<string>> {
    const told = [...this.#told.keys()];
    const path = `${projectPath(this.#query.project)}/traces`;
    const living = await this.#allIn(told, async (ids) => {
      const filters = writeFilters([{ key: 'trace_id', op: 'in', value: ids }]);
      const query = { limit: MOST_IDS, include_nongenai: true, filters };
      return (await getJson<TracePage>(withQuery(path, query), this.#signal)).data;
    });
    const gone = new Set(told);
    for (const trace of living) gone.delete(idOf(trace));
    for (const id of gone) this.#told.delete(id);
    return gone;
  }

  /** Spans that were stored, by trace: those of them that the feed tells of. */
  async readStored(stored: ReadonlyMap<string, ReadonlySet<string>>): Promise<FeedBatch> {
    const reading = this.#allIn([...stored.keys()], (ids) =>
      this.#traces([{ key: 'trace_id', op: 'in', value: ids }], { limit: MOST_IDS }),
    );
    // Where nothing is filtered most of them are told: their spans are read without waiting to know which.
    const [traces, read] = this.#isFiltered
      ? await reading.then(
          async (found) => [found, await this.#storedSpans(stored, found.map(idOf))] as const,
        )
      : await Promise.all([reading, this.#storedSpans(stored, [...stored.keys()])]);
    const told = new Set(traces.map(idOf));
    const earlier = await this.#earlierSpans(traces);
    const found = [...earlier, ...read].filter((span) => told.has(span.trace_id));
    const spans = inFeedOrder([...new Map(found.map((span) => [spanKey(span), span])).values()]);
    const calls = spans.filter(isCall);
    const isFlood = this.#isFlood(calls.length);
    this.#hasUnread ||= isFlood;
    return this.#batch(spans, traces, isFlood ? [] : calls);
  }

  /** Notes that so many calls came. Batches alone don't tell: the faster their answers are, the smaller they get. */
  #isFlood(calls: number): boolean {
    const nowMs = performance.now();
    this.#recent = [...this.#recent.filter(({ atMs }) => nowMs - atMs < 1000), { atMs: nowMs, calls }];
    const recent = this.#recent.reduce((sum, batch) => sum + batch.calls, 0);
    return calls > MOST_READ_CALLS || recent > MOST_READ_A_SECOND;
  }

  async #storedSpans(
    stored: ReadonlyMap<string, ReadonlySet<string>>,
    traceIds: readonly string[],
  ): Promise<readonly Span[]> {
    const spanIds = traceIds.flatMap((traceId) => [...(stored.get(traceId) ?? [])]);
    return this.#allIn(spanIds, (ids) => {
      const wanted = new Set(ids);
      const inTraces = traceIds.filter((traceId) =>
        [...(stored.get(traceId) ?? [])].some((id) => wanted.has(id)),
      );
      const named: Condition[] =
        inTraces.length > MOST_IDS ? [] : [{ key: 'trace_id', op: 'in', value: inTraces }];
      return this.#spans([...named, { key: 'span_id', op: 'in', value: ids }], ids.length);
    });
  }

  /** A trace may come to match a filter by a span that ends last: then what it said before is told with it. */
  async #earlierSpans(traces: readonly TraceSummary[]): Promise<readonly Span[]> {
    if (!this.#isFiltered) return [];
    const fresh = traces.map(idOf).filter((traceId) => !this.#told.has(traceId));
    return this.#allIn(fresh, (ids) => this.#spans([{ key: 'trace_id', op: 'in', value: ids }], FIRST_SPANS));
  }

  /** `calls` are those of the spans whose messages are read. */
  async #batch(
    spans: readonly Span[],
    traces: readonly TraceSummary[],
    calls: readonly Span[],
  ): Promise<FeedBatch> {
    const messages = new Map<string, Conversation | null>();
    await Promise.all(calls.map(async (span) => messages.set(spanKey(span), await this.#messagesOf(span))));
    for (const trace of traces) remember(this.#told, trace.trace_id);
    return { entries: this.#entries(spans, messages), traces };
  }

  /** Telling the same spans once more changes nothing of what is new in each. */
  #entries(spans: readonly Span[], messages: ReadonlyMap<string, Conversation | null>): readonly SpanEntry[] {
    return spans.map((span): SpanEntry => {
      const first = this.#asked.get(span.trace_id) ?? spanKey(span);
      const isFirst = isCall(span) && first === spanKey(span);
      if (isCall(span)) remember(this.#asked, span.trace_id, first);
      const lines = feedLines(span, messages.get(spanKey(span)) ?? null, isFirst).filter(
        ({ prompt }) => prompt === undefined || this.#isNewPrompt(span, prompt),
      );
      return { kind: 'span', key: spanKey(span), span, lines };
    });
  }

  /** Whether a trace had no such system prompt yet, or it stands at this very span, which comes again. */
  #isNewPrompt(span: Span, { firstLine, characters }: PromptSummary): boolean {
    const key = `${span.trace_id} ${characters} ${firstLine}`;
    const told = this.#prompts.get(key);
    if (told !== undefined) return told === spanKey(span);
    remember(this.#prompts, key, spanKey(span));
    return true;
  }

  /** Null where they cannot be read: the span may be gone already. */
  async #messagesOf({ trace_id, span_id }: Span): Promise<Conversation | null> {
    const path = `${tracePath(this.#query.project, trace_id)}/spans/${encodeURIComponent(span_id)}/messages`;
    try {
      return await getJson<Conversation>(path, this.#signal);
    } catch (error) {
      if (this.#signal.aborted) throw error;
      return null;
    }
  }

  async #traces(filters: readonly Condition[], page: { order_by?: string; limit: number }) {
    const path = `${projectPath(this.#query.project)}/traces`;
    const query = {
      ...page,
      include_nongenai: this.#query.isEverySpan,
      filters: writeFilters([...filters, ...this.#query.filters]),
    };
    return (await getJson<TracePage>(withQuery(path, query), this.#signal)).data;
  }

  async #spans(filters: readonly Condition[], limit: number): Promise<readonly Span[]> {
    const kinds: Condition[] = this.#query.isEverySpan
      ? []
      : [{ key: 'observation_type', op: 'in', value: TOLD_TYPES }];
    const query = { limit, filters: writeFilters([...filters, ...kinds]) };
    const path = `${projectPath(this.#query.project)}/spans`;
    return (await getJson<SpanPage>(withQuery(path, query), this.#signal)).data;
  }

  /** Asks for many ids a piece at a time. */
  async #allIn<Item>(
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<readonly Item[]>,
  ): Promise<readonly Item[]> {
    const items: Item[] = [];
    for (let from = 0; from < ids.length; from += MOST_IDS) {
      items.push(...(await read(ids.slice(from, from + MOST_IDS))));
    }
    return items;
  }
}
