import type { ChunkWriter } from '../chunks/chunks.ts';
import { SPAN_ROW_COLUMNS, selectColumns } from '../rows/columns.ts';
import type { WritableDatabase } from '../file/database.ts';
import { hasInput, hasOutput, PREVIEW_PLACE, type PreviewPlace } from '../chunks/previews.ts';
import { PreviewReader } from '../chunks/preview-reader.ts';
import { TraceSummary, type ReplacedFacts, type SummaryFacts } from './trace-summary.ts';
import { RowIds } from '../writing/row-ids.ts';

/**
 * What the summaries of recent traces may hold, in spans: some 500 bytes of a model call, 150 of any other. The traces of one
 * commit are held regardless. Where more is written to in turn, each commit reads all of the traces that it comes for.
 */
const MAX_HELD = 200_000;
/** Once nothing has come for a while. */
const MAX_HELD_AT_REST = 50_000;
/** Of small traces, which are read again soon should another span come: a large one costs its next commit 12 µs a span. */
const MAX_HELD_SMALL = 50_000;
/**
 * Of small ones that seem to be at their end: some five, the latest, of which the last spans may come with the next request. All
 * those of a commit, as were held before, lived just long enough for V8 to copy them at its end.
 */
const MAX_HELD_ENDED = 200;
const SMALL_SPANS = 500;
/**
 * What may come to be held before all of it is looked through again, which takes a tenth of a millisecond: as long as a small
 * commit's own spans.
 */
const UNSEEN = 2000;
/**
 * A summary without any span takes as much as so many, with the few names that a trace has: traces of a single span must not fill
 * memory. Each of many names takes as much as a span.
 */
const HELD_BY_TRACE = 20;

/** What a span's row says by itself. */
export type StoredFacts = ReplacedFacts & { readonly counted: number };

/** What is kept elsewhere of a trace's row. */
interface StoredTrace {
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly genai: number;
  readonly spans: number;
  /** The version of extraction that the columns of its spans come from. */
  readonly extraction: number;
}

/** A trace that spans have recently come for. No object literal, see runtime/README.md. */
export class TraceEntry {
  readonly id: number;
  readonly traceId: string;
  summary: TraceSummary;
  /** As the row stands in the database: null for a new trace. */
  stored: StoredTrace | null;
  /**
   * A replaced span took something away that others may have said as well: the summary must be taken anew from the spans table
   * before it is used.
   */
  stale = false;
  /** Names of it that `#unseen` knows of. */
  names: number;

  constructor(id: number, traceId: string, summary: TraceSummary, stored: StoredTrace | null) {
    this.id = id;
    this.traceId = traceId;
    this.summary = summary;
    this.stored = stored;
    this.names = summary.facets.size;
  }
}

/**
 * The summaries of the traces that are being written to, so that a span costs its own insertion and not a reading of
 * its trace. A trace that fell out is read from the spans table once.
 */
export class TraceCache {
  readonly #find;
  readonly #facts;
  readonly #rowIds: RowIds;
  readonly #previews: PreviewReader;
  #entries = new Map<string, TraceEntry>();
  /** Asked for last, and its project: spans of a trace come one after the other, and to look each up by its id took a fortieth of all. */
  #latest: TraceEntry | null = null;
  #latestProject = 0;
  /** What has come to be held, at most, since all of it was looked through. */
  #unseen = 0;

  /** `chunks`: where previews lie that are not in the database yet. */
  constructor(database: WritableDatabase, chunks: ChunkWriter) {
    this.#previews = new PreviewReader(database, (chunk) => chunks.unwrittenPreviews(chunk));
    this.#find = database.prepare<[number, string], StoredTrace & { id: number }>(
      `SELECT id, session_id AS sessionId, user_id AS userId, genai, span_count AS spans, extraction FROM traces
       WHERE project = ? AND trace_id = ?`,
    );
    this.#facts = database
      .prepare<[number], StoredFacts & PreviewPlace>(
        `SELECT counted, ${PREVIEW_PLACE}, ${selectColumns(SPAN_ROW_COLUMNS)} FROM spans WHERE trace = ?`,
      )
      .safeIntegers();
    const lastId = database
      .prepare<[], number>(
        `SELECT COALESCE(MAX(id), 0) FROM (SELECT MAX(id) AS id FROM traces UNION ALL SELECT MAX(trace) FROM doomed_traces)`,
      )
      .pluck();
    this.#rowIds = new RowIds(() => lastId.get() ?? 0);
  }

  /** What was written is in the file. */
  committed(): void {
    this.#rowIds.committed();
  }

  /** After a rollback: nothing that was held is certain. */
  reset(): void {
    this.#entries.clear();
    this.#latest = null;
    this.#rowIds.reset();
  }

  get(project: number, traceId: string): TraceEntry {
    this.#unseen++;
    if (this.#latest?.traceId === traceId && this.#latestProject === project) return this.#latest;
    this.#noteNames();
    this.#latest = this.#lookUp(project, traceId);
    this.#latestProject = project;
    return this.#latest;
  }

  /** What has come for the latest trace may have brought names. */
  #noteNames(): void {
    if (this.#latest === null) return;
    const { size } = this.#latest.summary.facets;
    this.#unseen += size - this.#latest.names;
    this.#latest.names = size;
  }

  #lookUp(project: number, traceId: string): TraceEntry {
    const key = `${project}/${traceId}`;
    const known = this.#entries.get(key);
    if (known) {
      // Moved to the end: the first ones are those to forget.
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const entry = this.#load(project, traceId);
    this.#entries.set(key, entry);
    this.#unseen += heldBy(entry);
    return entry;
  }

  /** As `get`, for a trace that is stored or being written; undefined for any other. */
  find(project: number, traceId: string): TraceEntry | undefined {
    const isKnown =
      this.#entries.has(`${project}/${traceId}`) || this.#find.get(project, traceId) !== undefined;
    return isKnown ? this.get(project, traceId) : undefined;
  }

  #load(project: number, traceId: string): TraceEntry {
    const row = this.#find.get(project, traceId);
    if (!row) return new TraceEntry(this.#rowIds.take(), traceId, new TraceSummary(), null);
    const { id, ...stored } = row;
    const summary = this.#summarize(id);
    // What is stored of them is right: only a replaced span can make them less.
    summary.facets.assumeStored(stored);
    return new TraceEntry(id, traceId, summary, stored);
  }

  /** The trace was deleted, so that what comes for it now makes it anew, or its rows have been changed. */
  forget(project: number, traceId: string): void {
    this.#entries.delete(`${project}/${traceId}`);
    this.#latest = null;
  }

  /** Makes the summary true again after spans of it were replaced. All facets of the new one are changed ones. */
  refresh(entry: TraceEntry): void {
    entry.summary = this.#summarize(entry.id);
    entry.stale = false;
  }

  #summarize(id: number): TraceSummary {
    const summary = new TraceSummary();
    for (const row of this.#facts.iterate(id)) {
      const facts = asFacts(row);
      summary.add(Object.assign(facts, this.#said(facts)));
      summary.tree.assumeStored(facts.spanId, facts.counted);
    }
    return summary;
  }

  #said(place: PreviewPlace): Pick<SummaryFacts, 'inputPreview' | 'outputPreview'> {
    const { preview_at, input_preview, output_preview } = place;
    if (preview_at === null) return { inputPreview: input_preview, outputPreview: output_preview };
    return {
      inputPreview: hasInput(preview_at)
        ? () => this.#previews.readUndamaged([place])[0]!.inputPreview
        : null,
      outputPreview: hasOutput(preview_at)
        ? () => this.#previews.readUndamaged([place])[0]!.outputPreview
        : null,
    };
  }

  /** `trim`, once enough has come for it. Call between transactions. */
  trimSometimes(): void {
    this.#noteNames();
    if (this.#unseen >= UNSEEN) this.trim();
  }

  /**
   * Forgets the traces that have been quiet longest: small ones at their end before others, and these before large ones;
   * never the last one, however large. Call between transactions.
   */
  trim(mostHeld = MAX_HELD): void {
    this.#unseen = 0;
    this.#latest = null;
    this.#holdAtMost(MAX_HELD_ENDED, hasEnded);
    this.#holdAtMost(MAX_HELD_SMALL, isSmall);
    this.#holdAtMost(mostHeld, () => true);
    // What was taken out of the old one would be held for longer, see runtime/README.md.
    this.#entries = new Map(this.#entries);
  }

  #holdAtMost(most: number, isMeant: (entry: TraceEntry) => boolean): void {
    let held = 0;
    for (const entry of this.#entries.values()) if (isMeant(entry)) held += heldBy(entry);
    for (const [key, entry] of this.#entries) {
      if (held <= most || this.#entries.size === 1) return;
      if (!isMeant(entry)) continue;
      held -= heldBy(entry);
      this.#entries.delete(key);
    }
  }

  /** Nothing has come for a while: what is held for a flood of large traces is given back. */
  rest(): void {
    this.trim(MAX_HELD_AT_REST);
  }
}

const heldBy = ({ summary }: TraceEntry): number =>
  Math.max(HELD_BY_TRACE, summary.facets.size) + summary.tree.size;

const isSmall = ({ summary }: TraceEntry): boolean => summary.tree.size <= SMALL_SPANS;

const hasEnded = (entry: TraceEntry): boolean => isSmall(entry) && entry.summary.isComplete;

/** Times stay bigint; every other integer is one that a number holds. */
export function asFacts<Row extends ReplacedFacts>(row: Row): Row {
  const facts: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(facts))
    if (typeof value === 'bigint' && name !== 'startNs' && name !== 'endNs') facts[name] = Number(value);
  return facts as unknown as Row;
}
