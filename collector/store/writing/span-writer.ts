import { encodeEntries, type AttributeIndex } from '../attributes/attribute-index.ts';
import type { ChunkWriter } from '../chunks/chunks.ts';
import { putSpanRow, SPAN_ROW_COLUMNS, selectColumns } from '../rows/columns.ts';
import type { WritableDatabase } from '../file/database.ts';
import type { ProjectEntry, ProjectRows } from './project-rows.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { SharedBytesTable } from './shared-bytes.ts';
import { SparseInsert } from './sparse-insert.ts';
import type { SpanRow } from '../rows/span-row.ts';
import { asFacts, type TraceEntry } from '../traces/trace-cache.ts';
import type { ReplacedFacts } from '../traces/trace-summary.ts';

const SPAN_PLACES = [
  'trace',
  'project',
  'resource',
  'scope',
  'chunk',
  'chunkOffset',
  'previewAt',
  'rawSize',
  'indexed',
  'counted',
];

/** A span that another one takes the place of: what it held, and its place in lists that are paged by cursor. */
interface TakenSpan extends ReplacedFacts {
  readonly id: number;
  readonly chunk: number;
  readonly raw_size: number;
  readonly resource: number;
  readonly scope: number;
  readonly indexed: string | null;
  readonly listed_ns: string;
  readonly listed_id: number;
}

export interface SpanWriterParts {
  readonly chunks: ChunkWriter;
  readonly resources: SharedBytesTable;
  readonly scopes: SharedBytesTable;
  readonly projects: ProjectRows;
  readonly attributes: AttributeIndex;
  readonly search: SearchIndex;
}

/** Writes a span's row, its bytes and what it is found by, in the caller's transaction; its trace is summed up by the caller. */
export class SpanWriter {
  readonly #parts: SpanWriterParts;
  readonly #insertSpan;
  readonly #takeSpan;
  readonly #isRunning;
  readonly #keepListed;
  /** Those of one row, filled again for the next: as arrays of their own they were a tenth of all garbage. */
  readonly #values: unknown[] = [];

  constructor(database: WritableDatabase, parts: SpanWriterParts) {
    this.#parts = parts;
    this.#insertSpan = new SparseInsert(database, 'spans', [...SPAN_PLACES, ...SPAN_ROW_COLUMNS]);
    this.#takeSpan = database
      .prepare<[number, string], TakenSpan>(
        `DELETE FROM spans WHERE trace = ? AND span_id = ? RETURNING id, chunk, raw_size, resource, scope, indexed,
           CAST(COALESCE(listed_ns, start_ns) AS TEXT) AS listed_ns, COALESCE(listed_id, id) AS listed_id,
           ${selectColumns(SPAN_ROW_COLUMNS)}`,
      )
      .safeIntegers();
    this.#isRunning = database
      .prepare<[number, string], number>('SELECT running FROM spans WHERE trace = ? AND span_id = ?')
      .pluck();
    this.#keepListed = database.prepare('UPDATE spans SET listed_ns = ?, listed_id = ? WHERE id = ?');
  }

  /** A placeholder of a span that has come: nothing of it counts any more. */
  isLate(entry: TraceEntry, { columns }: SpanRow): boolean {
    if (columns.running === 0 || !entry.summary.tree.has(columns.spanId)) return false;
    return this.#isRunning.get(entry.id, columns.spanId) === 0;
  }

  /** Answers whether the span was stored before: it keeps its place in lists. */
  write(project: ProjectEntry, entry: TraceEntry, row: SpanRow): boolean {
    const { chunks, resources, scopes, projects, attributes, search } = this.#parts;
    const { columns, raw } = row;
    const taken = entry.summary.tree.has(columns.spanId)
      ? this.#takeSpan.get(entry.id, columns.spanId)
      : undefined;
    const old = taken && asFacts(taken);
    if (old) {
      attributes.removeSpan(entry.id, old.id, old.indexed);
      chunks.release(old.chunk, entry.id);
      resources.release(old.resource);
      scopes.release(old.scope);
      projects.addSpans(project, -1, -old.raw_size);
      entry.stale ||= !entry.summary.replace(old, columns);
    } else entry.summary.add(columns);
    const { chunk, offset, previewAt } = chunks.put(raw, columns);
    const resource = resources.id(row.resource);
    const scope = scopes.id(row.scope);
    const indexed = attributes.entries(project.id, row.attributes);
    const counted = entry.stale ? 0 : entry.summary.tree.takeCounted(columns.spanId);
    const values = this.#values;
    let at = 0;
    for (const place of [entry.id, project.id, resource, scope, chunk, offset, previewAt, raw.length])
      values[at++] = place;
    values[at++] = encodeEntries(indexed);
    values[at++] = counted;
    putSpanRow(values, at, columns);
    const id = this.#insertSpan.run(values);
    chunks.noteSpan(id);
    if (old) {
      this.#keepListed.run(BigInt(old.listed_ns), old.listed_id, id);
      search.replace(old.id, id);
    }
    search.enqueue(id);
    attributes.add(entry.id, id, indexed);
    projects.addSpans(project, 1, raw.length);
    projects.see(project, columns.startNs);
    return old !== undefined;
  }
}
