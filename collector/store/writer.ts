import { AttributeIndex } from './attributes/attribute-index.ts';
import { belongings } from './deleting/belongings.ts';
import { ChunkCleaner } from './deleting/chunk-cleaner.ts';
import { ChunkWriter } from './chunks/chunks.ts';
import type { WritableDatabase } from './database.ts';
import { Deletion } from './deleting/deletion.ts';
import { ExtractionCounts } from './extraction-counts.ts';
import { FacetRows } from './traces/facet-rows.ts';
import type { LogRow } from './log-row.ts';
import { LogWriter } from './log-writer.ts';
import type { PointRow } from './metric-row.ts';
import { MetricWriter } from './metric-writer.ts';
import { ProjectRows, type ProjectEntry } from './project-rows.ts';
import { Reextraction } from './reextraction.ts';
import { SearchIndex } from './search/search-index.ts';
import { SessionNames } from './traces/session-names.ts';
import { SessionRows } from './traces/session-rows.ts';
import { SharedBytesTable } from './shared-bytes.ts';
import { packHere, type Packer } from './packing/packer.ts';
import type { SpanRow } from './span-row.ts';
import { SpanWriter } from './span-writer.ts';
import {
  loggedSpan,
  spanKey,
  committedSpan,
  type CommittedSpan,
  type WrittenSpan,
} from './committed-span.ts';
import { TraceCache, type TraceEntry } from './traces/trace-cache.ts';
import { TraceRows } from './traces/trace-rows.ts';

export type Append = (projectId: string, row: SpanRow) => void;

/** Takes in what is no span, in the same transaction. */
export interface AppendOther {
  log(projectId: string, row: LogRow): void;
  point(projectId: string, row: PointRow): void;
}

/** Under an id that no chunk has. */
const PROBE = 'INSERT OR REPLACE INTO chunks (id, live_spans, data) VALUES (-1, 0, zeroblob(1048576))';

/**
 * The only writer of the database. One `write` is one transaction: when it returns, every span appended and all that is
 * kept of its trace, session and project is in the file that has the database's name; when it throws, nothing is.
 */
export class Writer {
  readonly #database: WritableDatabase;
  readonly #packer: Packer;
  readonly #chunks: ChunkWriter;
  readonly #resources: SharedBytesTable;
  readonly #scopes: SharedBytesTable;
  readonly #traces: TraceCache;
  readonly #sessionNames: SessionNames;
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
  /** A transaction has failed: what was remembered in it may not be in the file. */
  #isUncertain = false;
  readonly #spans: SpanWriter;
  readonly #traceRows: TraceRows;

  /** `packer`: who compresses raw spans; unless told, the calling thread. It is closed with the writer. */
  constructor(database: WritableDatabase, packer: Packer = packHere) {
    this.#database = database;
    this.#packer = packer;
    this.#chunks = new ChunkWriter(database, packer);
    this.#resources = new SharedBytesTable(database, 'resources');
    this.#scopes = new SharedBytesTable(database, 'scopes');
    this.#traces = new TraceCache(database, this.#chunks);
    this.#attributes = new AttributeIndex(database);
    this.#search = new SearchIndex(database);
    this.#projects = new ProjectRows(database);
    this.#sessionNames = new SessionNames(database);
    this.#sessions = new SessionRows(database, this.#projects, this.#sessionNames);
    this.#facets = new FacetRows(database, this.#sessionNames);
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
      sessions: this.#sessions,
      attributes: this.#attributes,
      facets: this.#facets,
      search: this.#search,
      extractions: this.#extractions,
    });
    this.#spans = new SpanWriter(database, {
      ...shared,
      projects: this.#projects,
      attributes: this.#attributes,
      search: this.#search,
    });
    this.#traceRows = new TraceRows(database, {
      traces: this.#traces,
      sessions: this.#sessions,
      projects: this.#projects,
      facets: this.#facets,
      logs: this.#logs,
      extractions: this.#extractions,
    });
  }

  /**
   * Runs `fill` in one transaction; it appends spans, log records and data points one by one, and none of them is kept in
   * memory. Answers the spans written, then those that only log records came for. A row that is `running` never takes the
   * place of one that is not, and is then in no answer.
   */
  write(fill: (append: Append, other: AppendOther) => void): CommittedSpan[] {
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
        if (this.#spans.isLate(entry, row)) return;
        touched.set(entry, project);
        const { spanId, sessionId, userId } = row.columns;
        const replaced = this.#spans.write(project, entry, row);
        written.push({ projectId, entry, spanId, sessionId, userId, replaced });
      }, other);
      for (const { project, traceId } of this.#logs.tracesWithPreviews) {
        const entry = this.#traces.find(project.id, traceId);
        if (entry) touched.set(entry, project);
      }
      this.#attributes.flush();
      this.#traceRows.save(touched);
      this.#facets.flush();
      const spans = this.#logs.save();
      for (const { row, speaks } of spans) if (speaks) this.#search.enqueueAgain(row);
      this.#search.flush();
      this.#metrics.save();
      // Last, so that most of it is packed by now.
      this.#chunks.flush();
      return spans;
    });
    const stored = written.map(committedSpan);
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

  /** Takes some of the words of deleted spans out of the file; false when there was nothing to do. */
  mergeSearch(): boolean {
    return this.#transaction(() => this.#search.merge());
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
      this.#traceRows.save(this.#reextraction.takeChanged());
      this.#facets.flush();
      this.#search.flush();
      return done;
    });
    this.#traces.trim();
    return result;
  }

  /** Writes a megabyte and takes it away again, in two commits. Throws where the database takes nothing. */
  probe(): void {
    this.#transaction(() => this.#database.prepare(PROBE).run());
    this.#transaction(() => this.#database.prepare('DELETE FROM chunks WHERE id = -1').run());
  }

  /** All of `work` and what is kept of projects, resources and scopes, or nothing. */
  #transaction<T>(work: () => T): T {
    // Here and not after the rollback: it reads, and a database that fails may fail at that, too.
    if (this.#isUncertain) for (const part of this.#remembering()) part.reset();
    this.#isUncertain = false;
    this.#database.files.needAll();
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#resources.save();
      this.#scopes.save();
      this.#extractions.save();
      this.#projects.save();
      this.#search.saveWaiting();
      this.#search.forgetWords();
      this.#database.exec('COMMIT');
      this.#packer.committed();
      return result;
    } catch (error) {
      this.#isUncertain = true;
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
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
      this.#sessionNames,
      this.#sessions,
      this.#attributes,
      this.#facets,
      this.#search,
      this.#logs,
      this.#metrics,
      this.#reextraction,
      this.#extractions,
    ];
  }

  close(): void {
    this.#packer.close();
    this.#database.close();
  }
}
