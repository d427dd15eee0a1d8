import { EXTRACTION_VERSION } from '../../lib/version.ts';
import { encodeEntries, type AttributeIndex } from '../attributes/attribute-index.ts';
import type { ChunkWriter } from '../chunks/chunks.ts';
import { SPAN_COLUMNS, SPAN_ROW_COLUMNS, columnName, putSpanRow } from '../rows/columns.ts';
import type { WritableDatabase } from '../file/database.ts';
import { DueMarks } from './due-marks.ts';
import type { ExtractionCounts } from './extraction-counts.ts';
import type { FacetRows } from '../traces/facet-rows.ts';
import type { ProjectRows } from '../writing/project-rows.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { SessionRows } from '../traces/session-rows.ts';
import type { SharedBytesTable } from '../writing/shared-bytes.ts';
import type { SpanColumns, SpanRow } from '../rows/span-row.ts';
import { StoredRows, type DueSpan, type SpansInOrder, type StoredRow } from './stored-rows.ts';
import type { TraceCache } from '../traces/trace-cache.ts';
import { FACET_COLUMNS } from '../traces/trace-facets.ts';
import type { TraceRows } from '../traces/trace-rows.ts';

/** Spans that are handed out at once. */
const MAX_SPANS = 128;

export interface ReextractionParts {
  readonly chunks: ChunkWriter;
  readonly resources: SharedBytesTable;
  readonly scopes: SharedBytesTable;
  readonly traces: TraceCache;
  readonly traceRows: TraceRows;
  readonly projects: ProjectRows;
  readonly sessions: SessionRows;
  readonly attributes: AttributeIndex;
  readonly facets: FacetRows;
  readonly search: SearchIndex;
  readonly extractions: ExtractionCounts;
}

interface DueTrace {
  readonly id: number;
  readonly project: number;
  readonly project_id: string;
  readonly trace_id: string;
  readonly extraction: number;
  readonly reindexed: string | null;
  readonly span_count: number;
}

const DUE_TRACE = `SELECT id, project, (SELECT project_id FROM projects WHERE id = traces.project) AS project_id, trace_id,
  extraction, reindexed, span_count FROM traces`;

/** Some spans of one trace that is due. */
export interface DueSpans extends SpansInOrder {
  readonly trace: DueTrace;
}

/**
 * Has the spans of older versions extracted anew, a piece at a time in transactions of the writer: `next`, `replace` for
 * each of them, `end`. At every commit each span's row, names and index entries belong together; what is kept of its trace,
 * session and project follows in the transaction that ends the trace. A process may die between any two of them.
 */
export class Reextraction {
  readonly #parts: ReextractionParts;
  readonly #rows: StoredRows;
  readonly #firstDue;
  readonly #update;
  readonly #updatePreviews;
  readonly #delete;
  readonly #lessSpans;
  readonly #spanCount;
  readonly #keepPlace;
  readonly #endTrace;
  readonly #marks: DueMarks;
  /** The trace that was begun in here, and whether anything of it is not as it was. */
  #begun: { readonly trace: number; isChanged: boolean } | undefined;
  /** Rows of the spans handed out last that are gone since. */
  readonly #removed = new Set<number>();

  constructor(database: WritableDatabase, parts: ReextractionParts) {
    this.#parts = parts;
    this.#rows = new StoredRows(database, parts.chunks);
    this.#firstDue = database.prepare<[number], DueTrace>(
      `${DUE_TRACE} WHERE extraction < ? ORDER BY extraction, id LIMIT 1`,
    );
    const columns = ['indexed', ...SPAN_ROW_COLUMNS].map((name) => `${columnName(name)} = ?`);
    this.#update = database.prepare(`UPDATE spans SET ${columns.join(', ')} WHERE id = ?`);
    // The chunk stays as it is: what it holds is no longer looked for, and goes with the trace.
    this.#updatePreviews = database.prepare(
      'UPDATE spans SET preview_at = NULL, input_preview = ?, output_preview = ? WHERE id = ?',
    );
    this.#delete = database.prepare('DELETE FROM spans WHERE id = ?');
    this.#lessSpans = database.prepare('UPDATE traces SET span_count = span_count - 1 WHERE id = ?');
    this.#spanCount = database
      .prepare<[number], number>('SELECT span_count FROM traces WHERE id = ?')
      .pluck();
    this.#keepPlace = database.prepare('UPDATE traces SET reindexed = ? WHERE id = ?');
    this.#endTrace = database.prepare('UPDATE traces SET extraction = ?, reindexed = NULL WHERE id = ?');
    this.#marks = new DueMarks(database, parts);
  }

  /** After a rollback. */
  reset(): void {
    this.#begun = undefined;
    this.#removed.clear();
    this.#marks.reset();
  }

  /** Makes some traces with ids up to `last` due, whichever version they are of; false when none was left. */
  markSome(last: number): boolean {
    return this.#marks.markSome(last);
  }

  /** The next spans to extract, at most `limit`; null when nothing is due. */
  next(limit = MAX_SPANS): DueSpans | null {
    this.#removed.clear();
    const trace = this.#firstDue.get(EXTRACTION_VERSION);
    if (!trace) return null;
    const [version, place = ''] = trace.reindexed?.split('/') ?? [];
    const isGoneOn = version === String(EXTRACTION_VERSION);
    // What was begun by another process, or in a transaction that failed, may have changed anything.
    if (this.#begun?.trace !== trace.id)
      this.#begun = { trace: trace.id, isChanged: trace.reindexed !== null };
    return { trace, ...this.#rows.after(trace.id, isGoneOn ? place : '', limit) };
  }

  /** Puts what was extracted anew in the place of what is stored. The raw span stays where it lies. */
  replace({ trace }: DueSpans, { stored }: DueSpan, { columns, attributes }: SpanRow): void {
    const { facets, search } = this.#parts;
    if (this.#removed.has(stored.id)) return;
    if (columns.spanId !== stored.spanId && !this.#moveOver(trace, stored, columns)) return;
    const entries = this.#parts.attributes.entries(trace.project, attributes);
    const indexed = encodeEntries(entries);
    const isOther = SPAN_COLUMNS.some((name) => !isSame(stored[name], columns[name]));
    if (indexed !== stored.indexed) {
      this.#parts.attributes.removeSpan(trace.id, stored.id, stored.indexed);
      this.#parts.attributes.add(trace.id, stored.id, entries);
    }
    if (isOther || indexed !== stored.indexed) {
      this.#noteChange(trace);
      const values: unknown[] = [indexed];
      putSpanRow(values, 1, columns);
      this.#update.run(values, stored.id);
    }
    const { inputPreview, outputPreview } = columns;
    if (inputPreview !== stored.inputPreview || outputPreview !== stored.outputPreview)
      this.#updatePreviews.run(inputPreview, outputPreview, stored.id);
    if (FACET_COLUMNS.some((name) => !isSame(stored[name], columns[name])))
      facets.change(trace.project, trace.id, stored, columns);
    search.enqueueAgain(stored.id);
  }

  /**
   * Only extraction knows which span a placeholder stands for. Where two rows are found to be one span, the one that is done
   * stays, or the later one where both or neither are. False where the other row stays.
   */
  #moveOver(trace: DueTrace, stored: StoredRow, { spanId, running }: SpanColumns): boolean {
    const other = this.#rows.find(trace.id, spanId);
    if (other === undefined) return true;
    const isOtherRunning = other.running === 1;
    const isFirst = (running === 1) === isOtherRunning ? stored.id > other.id : running === 0;
    this.#remove(trace, isFirst ? other : stored);
    return isFirst;
  }

  #remove(trace: DueTrace, row: StoredRow): void {
    const { attributes, facets, search, chunks, resources, scopes, projects, sessions, extractions } =
      this.#parts;
    this.#delete.run(row.id);
    this.#removed.add(row.id);
    attributes.removeSpan(trace.id, row.id, row.indexed);
    facets.change(trace.project, trace.id, row, null);
    search.dropSpan(trace.id, row.id);
    chunks.release(row.chunk, trace.id);
    resources.release(row.resource);
    scopes.release(row.scope);
    // At once, not with the end of the trace: whoever deletes it before then takes as many from the project.
    projects.addSpans(projects.stored(trace.project), -1, -row.raw_size);
    extractions.add(trace.extraction, -1);
    const before = sessions.read(trace.id);
    this.#lessSpans.run(trace.id);
    sessions.replace(trace.project, before, sessions.read(trace.id));
    this.#noteChange(trace);
  }

  #noteChange(trace: DueTrace): void {
    if (this.#begun) this.#begun.isChanged = true;
    // What is kept in memory of it is no longer what its rows say.
    this.#parts.traces.forget(trace.project, trace.trace_id);
  }

  /** Call when `spans` have been replaced: remembers how far it is, or ends the trace. Answers whether it has changed. */
  end({ trace, spans, isLast }: DueSpans): boolean {
    const isChanged = this.#begun?.isChanged ?? true;
    if (!isLast) {
      this.#keepPlace.run(`${EXTRACTION_VERSION}/${spans.at(-1)?.stored.spanId ?? ''}`, trace.id);
      return isChanged;
    }
    const { traces, traceRows, projects, extractions } = this.#parts;
    this.#begun = undefined;
    this.#endTrace.run(EXTRACTION_VERSION, trace.id);
    // Not what it was when this piece was begun.
    const count = this.#spanCount.get(trace.id) ?? 0;
    extractions.add(trace.extraction, -count);
    extractions.add(EXTRACTION_VERSION, count);
    traces.forget(trace.project, trace.trace_id);
    const entry = traces.get(trace.project, trace.trace_id);
    // An older version may have counted the same spans otherwise.
    const isOther = isChanged || entry.summary.tree.hasChanged;
    if (isOther) traceRows.touch(entry, projects.stored(trace.project));
    return isOther;
  }
}

type Value = SpanColumns[keyof SpanColumns];

const isSame = (stored: Value, value: Value): boolean =>
  typeof stored === 'bigint' && typeof value === 'number' ? Number(stored) === value : stored === value;
