import type { ChunkWriter } from './chunks.ts';
import { insertInto } from './columns.ts';
import type { WritableDatabase } from './database.ts';
import { LOG_COLUMNS, LOG_ORDER, type LogRow } from './log-row.ts';
import type { ProjectEntry } from './project-rows.ts';
import type { SharedBytesTable } from './shared-bytes.ts';
import type { TraceColumns } from './trace-summary.ts';

/** What the writer's tables of spans and log records share. */
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

const LOG_PLACES = ['project', 'resource', 'scope', 'chunk', 'chunkOffset', 'rawSize'];

/**
 * The first or last words in the log records of a trace's spans: what was said to its tools is no part of the talk. Where
 * neither time tells two records apart, the one that came first was written first.
 */
const SAID = (preview: string, direction: 'ASC' | 'DESC'): string =>
  `SELECT log_records.${preview} FROM log_records
   JOIN spans ON spans.trace = ? AND spans.span_id = log_records.span_id AND spans.category <> 'tool'
   WHERE log_records.project = ? AND log_records.trace_id = ? AND log_records.${preview} IS NOT NULL
   ORDER BY ${LOG_ORDER.map((expression) => `${expression} ${direction}`).join(', ')} LIMIT 1`;

/**
 * The log records' part of a write. A record that is stored already is left as it is. All of it happens in the caller's
 * transaction; after a rollback `reset` forgets what was gathered.
 */
export class LogWriter {
  readonly #shared: SharedTables;
  readonly #insert;
  readonly #count;
  readonly #input;
  readonly #output;
  readonly #anyPreview;
  readonly #span;
  readonly #added = new Map<ProjectEntry, { records: number; bytes: number }>();
  readonly #traces = new Map<string, OfTrace>();
  readonly #spans = new Map<string, OfSpan>();
  #hasPreviews: boolean;

  constructor(database: WritableDatabase, shared: SharedTables) {
    this.#shared = shared;
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
        `SELECT EXISTS (SELECT 1 FROM log_records WHERE input_preview IS NOT NULL OR output_preview IS NOT NULL)`,
      )
      .pluck();
    this.#span = database.prepare<
      [string, number, string],
      { row: number; sessionId: string | null; userId: string | null }
    >(
      `SELECT spans.id AS row, COALESCE(spans.session_id, traces.session_id) AS sessionId, spans.user_id AS userId
       FROM traces JOIN spans ON spans.trace = traces.id AND spans.span_id = ?
       WHERE traces.project = ? AND traces.trace_id = ?`,
    );
    this.#hasPreviews = this.#anyPreview.get() === 1;
  }

  /** After a rollback. */
  reset(): void {
    this.#added.clear();
    this.#traces.clear();
    this.#spans.clear();
    this.#hasPreviews = this.#anyPreview.get() === 1;
  }

  append(project: ProjectEntry, { columns, raw, resource, scope }: LogRow): void {
    const { chunks, resources, scopes } = this.#shared;
    const place = chunks.put(raw);
    const resourceId = resources.id(resource);
    const scopeId = scopes.id(scope);
    const values: unknown[] = [project.id, resourceId, scopeId, place.chunk, place.offset, raw.length];
    for (const name of LOG_COLUMNS) values.push(columns[name]);
    if (this.#insert.run(values).changes === 0) {
      chunks.takeBack(place);
      resources.release(resourceId);
      scopes.release(scopeId);
      return;
    }
    const added = this.#added.get(project) ?? { records: 0, bytes: 0 };
    this.#added.set(project, { records: added.records + 1, bytes: added.bytes + raw.length });
    const { traceId, spanId } = columns;
    if (traceId === null || spanId === null) return;
    const key = `${project.id}/${traceId}/${spanId}`;
    const span = this.#spans.get(key) ?? { project, traceId, spanId, speaks: false };
    this.#spans.set(key, span);
    const hasWords = columns.inputPreview !== null || columns.outputPreview !== null;
    span.speaks ||= hasWords || columns.eventName !== null;
    if (!hasWords) return;
    this.#hasPreviews = true;
    this.#traces.set(`${project.id}/${traceId}`, { project, traceId });
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

  /** Writes what is kept of the records; answers the stored spans that they belong to. The traces must be saved. */
  save(): LoggedSpan[] {
    for (const [project, { records, bytes }] of this.#added) this.#count.run(records, bytes, project.id);
    const logged: LoggedSpan[] = [];
    for (const { project, traceId, spanId, speaks } of this.#spans.values()) {
      const span = this.#span.get(spanId, project.id, traceId);
      if (span) logged.push({ projectId: project.projectId, traceId, spanId, speaks, ...span });
    }
    this.#added.clear();
    this.#traces.clear();
    this.#spans.clear();
    return logged;
  }
}
