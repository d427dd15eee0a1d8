import { belongings } from './belongings.ts';
import { ChunkWriter } from './chunks.ts';
import { SPAN_COLUMNS, TRACE_COLUMNS, columnName, insertInto } from './columns.ts';
import type { WritableDatabase } from './database.ts';
import { Deletion } from './deletion.ts';
import { ProjectRows, type ProjectEntry } from './project-rows.ts';
import { SessionRows } from './session-rows.ts';
import { SharedBytesTable } from './shared-bytes.ts';
import type { SpanRow } from './span-row.ts';
import { TraceCache, type TraceEntry } from './trace-cache.ts';

export type Append = (projectId: string, row: SpanRow) => void;

/** What listeners are told of a span once it is committed. `replaced`: it was stored before. */
export interface StoredSpan {
  readonly projectId: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly replaced: boolean;
}

type Written = Omit<StoredSpan, 'traceId'> & { readonly entry: TraceEntry };

/** A span without a session of its own belongs to its trace's, which is known only when all of them are in. */
const storedSpan = ({ entry, ...span }: Written): StoredSpan => ({
  ...span,
  traceId: entry.traceId,
  sessionId: span.sessionId ?? entry.summary.sessionId,
});

const SPAN_PLACES = ['trace', 'project', 'resource', 'scope', 'chunk', 'chunkOffset', 'rawSize'];

interface TakenSpan {
  readonly chunk: number;
  readonly raw_size: number;
  readonly resource: number;
  readonly scope: number;
}

/**
 * The only writer of the database. One `write` is one transaction: when it returns, every span appended and all that is
 * kept of its trace, session and project is in the file; when it throws, nothing is.
 */
export class Writer {
  readonly #database: WritableDatabase;
  readonly #chunks: ChunkWriter;
  readonly #resources: SharedBytesTable;
  readonly #scopes: SharedBytesTable;
  readonly #traces: TraceCache;
  readonly #sessions: SessionRows;
  readonly #projects: ProjectRows;
  readonly #deletion: Deletion;
  readonly #insertSpan;
  readonly #takeSpan;
  readonly #saveTrace;

  constructor(database: WritableDatabase) {
    this.#database = database;
    this.#chunks = new ChunkWriter(database);
    this.#resources = new SharedBytesTable(database, 'resources');
    this.#scopes = new SharedBytesTable(database, 'scopes');
    this.#traces = new TraceCache(database);
    this.#sessions = new SessionRows(database);
    this.#projects = new ProjectRows(database);
    this.#deletion = new Deletion(database, {
      chunks: this.#chunks,
      resources: this.#resources,
      scopes: this.#scopes,
      traces: this.#traces,
      sessions: this.#sessions,
      projects: this.#projects,
      belongings: belongings(),
    });
    this.#insertSpan = database.prepare(insertInto('spans', [...SPAN_PLACES, ...SPAN_COLUMNS]));
    this.#takeSpan = database.prepare<[number, string], TakenSpan>(
      'DELETE FROM spans WHERE trace = ? AND span_id = ? RETURNING chunk, raw_size, resource, scope',
    );
    const updates = ['session', ...TRACE_COLUMNS.map(columnName)].map((name) => `${name} = excluded.${name}`);
    this.#saveTrace = database.prepare(
      `${insertInto('traces', ['id', 'project', 'traceId', 'session', ...TRACE_COLUMNS])}
       ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`,
    );
  }

  /** Runs `fill` in one transaction; it appends spans one by one, and none of them is kept in memory. */
  write(fill: (append: Append) => void): StoredSpan[] {
    const touched = new Map<TraceEntry, ProjectEntry>();
    const written: Written[] = [];
    this.#transaction(() => {
      fill((projectId, row) => {
        const project = this.#projects.get(projectId);
        const entry = this.#traces.get(project.id, row.traceId);
        touched.set(entry, project);
        const { spanId, sessionId, userId } = row.columns;
        const replaced = this.#writeSpan(project, entry, row);
        written.push({ projectId, entry, spanId, sessionId, userId, replaced });
      });
      this.#chunks.flush();
      this.#saveTraces(touched);
    });
    const stored = written.map(storedSpan);
    this.#traces.trim();
    return stored;
  }

  /** Runs `work` in one transaction that deletes. */
  delete<T>(work: (deletion: Deletion) => T): T {
    return this.#transaction(() => {
      const result = work(this.#deletion);
      this.#deletion.save();
      return result;
    });
  }

  /** All of `work` and what is kept of projects, resources and scopes, or nothing. */
  #transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#resources.save();
      this.#scopes.save();
      this.#projects.save();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      for (const part of this.#remembering()) part.reset();
      throw error;
    }
  }

  /** What must forget after a rollback. */
  #remembering(): { reset(): void }[] {
    return [this.#chunks, this.#resources, this.#scopes, this.#traces, this.#projects, this.#deletion];
  }

  close(): void {
    this.#database.close();
  }

  #writeSpan(project: ProjectEntry, entry: TraceEntry, row: SpanRow): boolean {
    const { columns, raw } = row;
    const old = entry.summary.tree.has(columns.spanId)
      ? this.#takeSpan.get(entry.id, columns.spanId)
      : undefined;
    if (old) {
      this.#chunks.release(old.chunk, entry.id);
      this.#resources.release(old.resource);
      this.#scopes.release(old.scope);
      this.#projects.addSpans(project, -1, -old.raw_size);
      entry.stale = true;
    } else entry.summary.add(columns);
    const { chunk, offset } = this.#chunks.put(raw);
    const resource = this.#resources.id(row.resource);
    const scope = this.#scopes.id(row.scope);
    const values: unknown[] = [entry.id, project.id, resource, scope, chunk, offset, raw.length];
    for (const name of SPAN_COLUMNS) values.push(columns[name]);
    this.#insertSpan.run(values);
    this.#projects.addSpans(project, 1, raw.length);
    this.#projects.see(project, columns.startNs);
    return old !== undefined;
  }

  #saveTraces(touched: ReadonlyMap<TraceEntry, ProjectEntry>): void {
    const sessions = new Map<number, ProjectEntry>();
    for (const [entry, project] of touched) {
      if (entry.stale) this.#traces.refresh(entry);
      const columns = entry.summary.columns();
      const session = this.#sessionOf(project, columns.sessionId);
      const values: unknown[] = [entry.id, project.id, entry.traceId, session];
      for (const name of TRACE_COLUMNS) values.push(columns[name]);
      this.#saveTrace.run(values);
      this.#projects.addTraces(project, entry.stored ? 0 : 1, columns.genai - (entry.stored?.genai ?? 0));
      for (const id of [session, entry.stored?.session ?? null]) if (id !== null) sessions.set(id, project);
      entry.stored = { session, genai: columns.genai };
    }
    for (const [id, project] of sessions)
      if (!this.#sessions.recount(id)) this.#projects.addSessions(project, -1);
  }

  #sessionOf(project: ProjectEntry, sessionId: string | null): number | null {
    if (sessionId === null) return null;
    const { id, isNew } = this.#sessions.idOf(project.id, sessionId);
    if (isNew) this.#projects.addSessions(project, 1);
    return id;
  }
}
