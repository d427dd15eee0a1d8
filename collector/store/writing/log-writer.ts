import type { ChunkWriter } from '../chunks/chunks.ts';
import { insertInto } from '../rows/columns.ts';
import type { WritableDatabase } from '../file/database.ts';
import { IS_DOOMED_LOG } from '../deleting/doomed.ts';
import { LOG_COLUMNS, LOG_ORDER, type LogRow } from '../rows/log-row.ts';
import type { ProjectEntry } from './project-rows.ts';
import { RowIds } from './row-ids.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { SharedBytesTable } from './shared-bytes.ts';
import type { TraceColumns } from '../traces/trace-summary.ts';

/** Tables that spans and log records share. */
export interface SharedTables {
  readonly chunks: ChunkWriter;
  readonly resources: SharedBytesTable;
  readonly scopes: SharedBytesTable;
}

/** A stored span that log records have come for. */
export interface LoggedSpan {
  /** The id of its row. */
  readonly row: number;
  /** Whether any of the records is an event or has words in it: the span then says something else than before. */
  readonly speaks: boolean;
  readonly projectId: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly sessionId: string | null;
  /** The session of its trace, which may be another than the span's own. */
  readonly traceSession: string | null;
  readonly userId: string | null;
}

interface OfTrace {
  readonly project: ProjectEntry;
  readonly traceId: string;
}
interface OfSpan extends OfTrace {
  readonly spanId: string;
  speaks: boolean;
}

/** A record of a deleted trace, which the same record takes the place of when it comes again. */
interface TakenLog {
  readonly chunk: number;
  readonly raw_size: number;
  readonly resource: number;
  readonly scope: number;
  readonly trace: number;
}

const NOTHING_LOGGED: readonly LoggedSpan[] = [];

const LOG_PLACES = ['id', 'project', 'resource', 'scope', 'chunk', 'chunkOffset', 'rawSize'];

/**
 * The first or last words in the log records of a trace's spans: what was said to its tools is no part of the talk. Where
 * neither time tells two records apart, the one that came first was written first.
 */
const SAID = (preview: string, direction: 'ASC' | 'DESC'): string =>
  `SELECT log_records.${preview} FROM log_records
   JOIN spans ON spans.trace = ? AND spans.span_id = log_records.span_id AND spans.category <> 'tool'
   WHERE log_records.project = ? AND log_records.trace_id = ? AND log_records.${preview} IS NOT NULL
     AND NOT ${IS_DOOMED_LOG}
   ORDER BY ${LOG_ORDER.map((expression) => `${expression} ${direction}`).join(', ')} LIMIT 1`;

/**
 * The log records' part of a write. A record that is stored already is left as it is. All of it happens in the caller's
 * transaction; after a rollback `reset` forgets what was gathered.
 */
export class LogWriter {
  readonly #shared: SharedTables;
  readonly #search: SearchIndex;
  readonly #insert;
  readonly #count;
  readonly #input;
  readonly #output;
  readonly #anyPreview;
  readonly #rowIds: RowIds;
  readonly #takeDoomed;
  readonly #span;
  readonly #added = new Map<ProjectEntry, { records: number; bytes: number }>();
  readonly #traces = new Map<string, OfTrace>();
  readonly #spans = new Map<string, OfSpan>();
  #logged: readonly LoggedSpan[] = NOTHING_LOGGED;
  #hasPreviews = false;

  constructor(database: WritableDatabase, shared: SharedTables, search: SearchIndex) {
    this.#shared = shared;
    this.#search = search;
    this.#insert = database.prepare(
      `${insertInto('log_records', [...LOG_PLACES, ...LOG_COLUMNS])} ON CONFLICT DO NOTHING`,
    );
    this.#count = database.prepare(
      'UPDATE projects SET log_count = log_count + ?, log_bytes = log_bytes + ? WHERE id = ?',
    );
    this.#input = database.prepare<[number, number, string], string>(SAID('input_preview', 'ASC')).pluck();
    this.#output = database.prepare<[number, number, string], string>(SAID('output_preview', 'DESC')).pluck();
    this.#anyPreview = database
      .prepare<[], number>(
        `SELECT EXISTS (SELECT 1 FROM log_records WHERE input_preview IS NOT NULL)
           OR EXISTS (SELECT 1 FROM log_records WHERE output_preview IS NOT NULL)`,
      )
      .pluck();
    this.#span = database.prepare<
      [string, number, string],
      Pick<LoggedSpan, 'row' | 'sessionId' | 'traceSession' | 'userId'>
    >(
      `SELECT spans.id AS row, COALESCE(spans.session_id, traces.session_id) AS sessionId,
         traces.session_id AS traceSession, COALESCE(spans.user_id, traces.user_id) AS userId
       FROM traces JOIN spans ON spans.trace = traces.id AND spans.span_id = ?
       WHERE traces.project = ? AND traces.trace_id = ?`,
    );
    // Ids are not given again while a deletion goes by them, which the next process may end.
    const lastId = database
      .prepare<[], number>(
        `SELECT COALESCE(MAX(id), 0) FROM (SELECT MAX(id) AS id FROM log_records UNION ALL SELECT MAX(last_log) FROM doomed_traces)`,
      )
      .pluck();
    this.#takeDoomed = database.prepare<[number, bigint, Buffer, number, Buffer], TakenLog>(
      `DELETE FROM log_records
       WHERE ((project = ? AND time_ns = ? AND hash = ?) OR (project = ? AND hash = ? AND is_undated = 1)) AND ${IS_DOOMED_LOG}
       RETURNING chunk, raw_size, resource, scope, (SELECT MAX(trace) FROM doomed_traces
         WHERE doomed_traces.project = log_records.project AND doomed_traces.trace_id = log_records.trace_id) AS trace`,
    );
    this.#rowIds = new RowIds(() => lastId.get() ?? 0);
    this.reset();
  }

  /** What was written is in the file. */
  committed(): void {
    this.#rowIds.committed();
  }

  /** After a rollback. */
  reset(): void {
    this.#added.clear();
    this.#traces.clear();
    this.#spans.clear();
    this.#logged = NOTHING_LOGGED;
    this.#hasPreviews = this.#anyPreview.get() === 1;
    this.#rowIds.reset();
  }

  append(project: ProjectEntry, { columns, raw, resource, scope, speaks }: LogRow): void {
    const { chunks, resources, scopes } = this.#shared;
    const place = chunks.put(raw);
    const resourceId = resources.id(resource);
    const scopeId = scopes.id(scope);
    const places = [project.id, resourceId, scopeId, place.chunk, place.offset, raw.length];
    const values: unknown[] = [this.#rowIds.next, ...places];
    for (const name of LOG_COLUMNS) values.push(columns[name]);
    const isNew = (): boolean => this.#insert.run(values).changes > 0;
    if (!isNew() && !(this.#removeDoomed(project, columns) && isNew())) {
      chunks.takeBack(place);
      resources.release(resourceId);
      scopes.release(scopeId);
      return;
    }
    this.#rowIds.take();
    this.#add(project, 1, raw.length);
    const { traceId, spanId } = columns;
    if (traceId === null || spanId === null) return;
    const key = `${project.id}/${traceId}/${spanId}`;
    const span = this.#spans.get(key) ?? { project, traceId, spanId, speaks: false };
    this.#spans.set(key, span);
    const hasWords = columns.inputPreview !== null || columns.outputPreview !== null;
    span.speaks ||= speaks || hasWords;
    if (!hasWords) return;
    this.#hasPreviews = true;
    this.#traces.set(`${project.id}/${traceId}`, { project, traceId });
  }

  #add(project: ProjectEntry, records: number, bytes: number): void {
    const added = this.#added.get(project) ?? { records: 0, bytes: 0 };
    this.#added.set(project, { records: added.records + records, bytes: added.bytes + bytes });
  }

  /** A record that goes with its deleted trace must not keep out the same one that comes for the trace anew. */
  #removeDoomed(project: ProjectEntry, { timeNs, hash }: LogRow['columns']): boolean {
    const taken = this.#takeDoomed.get(project.id, timeNs, hash, project.id, hash);
    if (!taken) return false;
    this.#shared.chunks.release(taken.chunk, taken.trace);
    this.#shared.resources.release(taken.resource);
    this.#shared.scopes.release(taken.scope);
    this.#add(project, -1, -taken.raw_size);
    return true;
  }

  /** Traces whose previews may be others now. */
  get tracesWithPreviews(): Iterable<OfTrace> {
    return this.#traces.values();
  }

  /**
   * A trace's columns with what its log records say where its spans say nothing. Looked up whenever the trace is saved, so
   * that it does not matter whether a span or its log records came first.
   */
  withPreviews(project: number, trace: { id: number; traceId: string }, columns: TraceColumns): TraceColumns {
    if (!this.#hasPreviews || (columns.inputPreview !== null && columns.outputPreview !== null))
      return columns;
    const { id, traceId } = trace;
    return {
      ...columns,
      inputPreview: columns.inputPreview ?? this.#input.get(id, project, traceId) ?? null,
      outputPreview: columns.outputPreview ?? this.#output.get(id, project, traceId) ?? null,
    };
  }

  /** Writes what is kept of the records, and has search read the spans that say more with them. The traces must be written. */
  flush(): void {
    for (const [project, { records, bytes }] of this.#added) this.#count.run(records, bytes, project.id);
    const logged: LoggedSpan[] = [];
    for (const { project, traceId, spanId, speaks } of this.#spans.values()) {
      const span = this.#span.get(spanId, project.id, traceId);
      if (!span) continue;
      logged.push({ projectId: project.projectId, traceId, spanId, speaks, ...span });
      if (speaks) this.#search.enqueueAgain(span.row);
    }
    this.#logged = logged;
    this.#added.clear();
    this.#traces.clear();
    this.#spans.clear();
  }

  /** The stored spans that the records of the last transaction belong to. */
  get logged(): readonly LoggedSpan[] {
    return this.#logged;
  }
}
