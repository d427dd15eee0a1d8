import { EXTRACTION_VERSION } from '../version.ts';
import { AttributeIndex, encodeEntries } from './attribute-index.ts';
import { belongings } from './belongings.ts';
import { ChunkCleaner } from './chunk-cleaner.ts';
import { ChunkWriter } from './chunks.ts';
import { SPAN_COLUMNS, TRACE_COLUMNS, columnName, insertInto } from './columns.ts';
import type { WritableDatabase } from './database.ts';
import { Deletion } from './deletion.ts';
import { ExtractionCounts } from './extraction-counts.ts';
import { FacetRows } from './facet-rows.ts';
import type { LogRow } from './log-row.ts';
import { LogWriter } from './log-writer.ts';
import type { PointRow } from './metric-row.ts';
import { MetricWriter } from './metric-writer.ts';
import { ProjectRows, type ProjectEntry } from './project-rows.ts';
import { Reextraction } from './reextraction.ts';
import { SearchIndex } from './search-index.ts';
import { SessionRows } from './session-rows.ts';
import { SharedBytesTable } from './shared-bytes.ts';
import type { SpanRow } from './span-row.ts';
import { loggedSpan, spanKey, storedSpan, type StoredSpan, type WrittenSpan } from './stored-span.ts';
import { TraceCache, type TraceEntry } from './trace-cache.ts';

export type Append = (projectId: string, row: SpanRow) => void;

/** Takes in what is no span, in the same transaction. */
export interface AppendOther {
  log(projectId: string, row: LogRow): void;
  point(projectId: string, row: PointRow): void;
}

const SPAN_PLACES = [
  'trace',
  'project',
  'resource',
  'scope',
  'chunk',
  'chunkOffset',
  'rawSize',
  'indexed',
  'counted',
];

/** A span that another one takes the place of: what it held, and its place in lists that are paged by cursor. */
interface TakenSpan {
  readonly id: number;
  readonly chunk: number;
  readonly raw_size: number;
  readonly resource: number;
  readonly scope: number;
  readonly indexed: string | null;
  readonly listed_ns: string;
  readonly listed_id: number;
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
  readonly #reextraction: Reextraction;
  readonly #logs: LogWriter;
  readonly #metrics: MetricWriter;
  readonly #attributes: AttributeIndex;
  readonly #facets: FacetRows;
  readonly #search: SearchIndex;
  readonly #extractions: ExtractionCounts;
  readonly #insertSpan;
  readonly #takeSpan;
  readonly #isRunning;
  readonly #keepListed;
  readonly #saveTrace;
  readonly #saveCounted;

  constructor(database: WritableDatabase) {
    this.#database = database;
    this.#chunks = new ChunkWriter(database);
    this.#resources = new SharedBytesTable(database, 'resources');
    this.#scopes = new SharedBytesTable(database, 'scopes');
    this.#traces = new TraceCache(database);
    this.#sessions = new SessionRows(database);
    this.#attributes = new AttributeIndex(database);
    this.#facets = new FacetRows(database);
    this.#search = new SearchIndex(database);
    this.#projects = new ProjectRows(database);
    this.#extractions = new ExtractionCounts(database);
    const cleaner = new ChunkCleaner(database);
    const shared = { chunks: this.#chunks, resources: this.#resources, scopes: this.#scopes };
    this.#logs = new LogWriter(database, shared);
    this.#metrics = new MetricWriter(database, shared);
    this.#deletion = new Deletion(database, {
      ...shared,
      cleaner,
      traces: this.#traces,
      sessions: this.#sessions,
      projects: this.#projects,
      extractions: this.#extractions,
      belongings: belongings(database, {
        ...shared,
        cleaner,
        projects: this.#projects,
        metrics: this.#metrics,
        attributes: this.#attributes,
        facets: this.#facets,
        search: this.#search,
      }),
    });
    this.#reextraction = new Reextraction(database, {
      ...shared,
      traces: this.#traces,
      projects: this.#projects,
      attributes: this.#attributes,
      facets: this.#facets,
      search: this.#search,
      extractions: this.#extractions,
    });
    this.#insertSpan = database.prepare(insertInto('spans', [...SPAN_PLACES, ...SPAN_COLUMNS]));
    this.#takeSpan = database.prepare<[number, string], TakenSpan>(
      `DELETE FROM spans WHERE trace = ? AND span_id = ? RETURNING id, chunk, raw_size, resource, scope, indexed,
         CAST(COALESCE(listed_ns, start_ns) AS TEXT) AS listed_ns, COALESCE(listed_id, id) AS listed_id`,
    );
    this.#isRunning = database
      .prepare<[number, string], number>('SELECT running FROM spans WHERE trace = ? AND span_id = ?')
      .pluck();
    this.#keepListed = database.prepare('UPDATE spans SET listed_ns = ?, listed_id = ? WHERE id = ?');
    this.#saveCounted = database.prepare('UPDATE spans SET counted = ? WHERE trace = ? AND span_id = ?');
    const updates = ['session', ...TRACE_COLUMNS.map(columnName)].map((name) => `${name} = excluded.${name}`);
    this.#saveTrace = database.prepare(
      `${insertInto('traces', ['id', 'project', 'traceId', 'listedNs', 'extraction', 'session', ...TRACE_COLUMNS])}
       ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`,
    );
  }

  /**
   * Runs `fill` in one transaction; it appends spans, log records and data points one by one, and none of them is kept in
   * memory. Answers the spans written, then those that only log records came for. A row that is `running` never takes the
   * place of one that is not, and is then in no answer.
   */
  write(fill: (append: Append, other: AppendOther) => void): StoredSpan[] {
    const touched = new Map<TraceEntry, ProjectEntry>();
    const written: WrittenSpan[] = [];
    const other: AppendOther = {
      log: (projectId, row) => this.#logs.append(this.#projects.get(projectId), row),
      point: (projectId, row) => this.#metrics.append(this.#projects.get(projectId), row),
    };
    const logged = this.#transaction(() => {
      fill((projectId, row) => {
        const project = this.#projects.get(projectId);
        const entry = this.#traces.get(project.id, row.traceId);
        if (this.#isLate(entry, row)) return;
        touched.set(entry, project);
        const { spanId, sessionId, userId } = row.columns;
        const replaced = this.#writeSpan(project, entry, row);
        written.push({ projectId, entry, spanId, sessionId, userId, replaced });
      }, other);
      this.#chunks.flush();
      for (const { project, traceId } of this.#logs.tracesWithPreviews) {
        const entry = this.#traces.find(project.id, traceId);
        if (entry) touched.set(entry, project);
      }
      this.#attributes.flush();
      this.#saveTraces(touched);
      this.#facets.flush();
      const spans = this.#logs.save();
      for (const { row, speaks } of spans) if (speaks) this.#search.enqueue(row);
      this.#search.flush();
      this.#metrics.save();
      return spans;
    });
    const stored = written.map(storedSpan);
    this.#traces.trim();
    if (logged.length === 0) return stored;
    const told = new Set(stored.map(spanKey));
    const more = logged.filter((span) => !told.has(spanKey(span)));
    return [...stored, ...more.map(loggedSpan)];
  }

  /** Runs `work` in one transaction that makes spans found. */
  index<T>(work: (search: SearchIndex) => T): T {
    return this.#transaction(() => work(this.#search));
  }

  /** Runs `work` in one transaction that deletes. */
  delete<T>(work: (deletion: Deletion) => T): T {
    return this.#transaction(() => {
      const result = work(this.#deletion);
      this.#attributes.flush();
      this.#facets.flush();
      this.#deletion.save();
      return result;
    });
  }

  /** Spans that an older version extracted. */
  get dueSpans(): number {
    return this.#extractions.dueSpans;
  }

  /** Runs `work` in one transaction that extracts spans anew; what is kept of their traces follows. */
  reextract<T>(work: (reextraction: Reextraction) => T): T {
    const result = this.#transaction(() => {
      const done = work(this.#reextraction);
      this.#chunks.flush();
      this.#attributes.flush();
      this.#saveTraces(this.#reextraction.takeChanged());
      this.#facets.flush();
      this.#search.flush();
      return done;
    });
    this.#traces.trim();
    return result;
  }

  /** All of `work` and what is kept of projects, resources and scopes, or nothing. */
  #transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#resources.save();
      this.#scopes.save();
      this.#extractions.save();
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
    return [
      this.#chunks,
      this.#resources,
      this.#scopes,
      this.#traces,
      this.#projects,
      this.#attributes,
      this.#facets,
      this.#search,
      this.#logs,
      this.#metrics,
      this.#deletion,
      this.#reextraction,
      this.#extractions,
    ];
  }

  close(): void {
    this.#database.close();
  }

  /** A placeholder of a span that has come: nothing of it counts any more. */
  #isLate(entry: TraceEntry, { columns }: SpanRow): boolean {
    if (columns.running === 0 || !entry.summary.tree.has(columns.spanId)) return false;
    return this.#isRunning.get(entry.id, columns.spanId) === 0;
  }

  #writeSpan(project: ProjectEntry, entry: TraceEntry, row: SpanRow): boolean {
    const { columns, raw } = row;
    const old = entry.summary.tree.has(columns.spanId)
      ? this.#takeSpan.get(entry.id, columns.spanId)
      : undefined;
    if (old) {
      this.#attributes.removeSpan(entry.id, old.id, old.indexed);
      this.#chunks.release(old.chunk, entry.id);
      this.#resources.release(old.resource);
      this.#scopes.release(old.scope);
      this.#projects.addSpans(project, -1, -old.raw_size);
      entry.stale = true;
    } else entry.summary.add(columns);
    const { chunk, offset } = this.#chunks.put(raw);
    const resource = this.#resources.id(row.resource);
    const scope = this.#scopes.id(row.scope);
    const indexed = this.#attributes.entries(project.id, row.attributes);
    const places = [entry.id, project.id, resource, scope, chunk, offset, raw.length];
    const counted = old ? 0 : entry.summary.tree.takeCounted(columns.spanId);
    const values: unknown[] = [...places, encodeEntries(indexed), counted];
    for (const name of SPAN_COLUMNS) values.push(columns[name]);
    const { lastInsertRowid } = this.#insertSpan.run(values);
    if (old) {
      this.#keepListed.run(BigInt(old.listed_ns), old.listed_id, lastInsertRowid);
      this.#search.replace(old.id, Number(lastInsertRowid));
    }
    this.#search.enqueue(Number(lastInsertRowid));
    this.#attributes.add(entry.id, lastInsertRowid, indexed);
    this.#projects.addSpans(project, 1, raw.length);
    this.#projects.see(project, columns.startNs);
    return old !== undefined;
  }

  #saveTraces(touched: ReadonlyMap<TraceEntry, ProjectEntry>): void {
    const sessions = new Map<number, ProjectEntry>();
    for (const [entry, project] of touched) {
      if (entry.stale) {
        this.#facets.remove(project.id, entry.id, entry.summary.facets.all());
        this.#traces.refresh(entry);
      }
      this.#facets.save(project.id, entry.id, entry.summary.facets.takeChanged());
      for (const { spanId, counted } of entry.summary.tree.takeChanged())
        this.#saveCounted.run(counted, entry.id, spanId);
      const columns = this.#logs.withPreviews(project.id, entry, entry.summary.columns());
      const session = this.#sessionOf(project, columns.sessionId);
      const extraction = entry.stored?.extraction ?? EXTRACTION_VERSION;
      const values: unknown[] = [entry.id, project.id, entry.traceId, columns.startNs, extraction, session];
      for (const name of TRACE_COLUMNS) values.push(columns[name]);
      this.#saveTrace.run(values);
      this.#projects.addTraces(project, entry.stored ? 0 : 1, columns.genai - (entry.stored?.genai ?? 0));
      for (const id of [session, entry.stored?.session ?? null]) if (id !== null) sessions.set(id, project);
      this.#extractions.add(extraction, columns.spanCount - (entry.stored?.spans ?? 0));
      entry.stored = { session, genai: columns.genai, spans: columns.spanCount, extraction };
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
