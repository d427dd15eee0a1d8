import { AttributeIndex } from '../attributes/attribute-index.ts';
import { belongings } from '../deleting/belongings.ts';
import { ChunkCleaner } from '../deleting/chunk-cleaner.ts';
import { ChunkWriter } from '../chunks/chunks.ts';
import type { WritableDatabase } from '../file/database.ts';
import { Deletion } from '../deleting/deletion.ts';
import { ExtractionCounts } from '../reextraction/extraction-counts.ts';
import { FacetRows } from '../traces/facet-rows.ts';
import type { LogRow } from '../rows/log-row.ts';
import { LogWriter } from './log-writer.ts';
import type { PointRow } from '../rows/metric-row.ts';
import { MetricWriter } from './metric-writer.ts';
import { ProjectRows } from './project-rows.ts';
import { Reextraction } from '../reextraction/reextraction.ts';
import { DeletedWords } from '../search/deleted-words.ts';
import { SearchIndex } from '../search/search-index.ts';
import { SessionNames } from '../traces/session-names.ts';
import { SessionRows } from '../traces/session-rows.ts';
import { SharedBytesTable } from './shared-bytes.ts';
import { packHere, type Packer } from '../packing/packer.ts';
import type { SpanRow } from '../rows/span-row.ts';
import { SpanWriter } from './span-writer.ts';
import {
  loggedSpan,
  spanKey,
  committedSpan,
  type CommittedSpan,
  WrittenSpan,
} from '../rows/committed-span.ts';
import { TraceCache } from '../traces/trace-cache.ts';
import { TraceRows } from '../traces/trace-rows.ts';

export type Append = (projectId: string, row: SpanRow) => void;

/** Takes in what is no span, in the same transaction. */
export interface AppendOther {
  log(projectId: string, row: LogRow): void;
  point(projectId: string, row: PointRow): void;
}

/** Under an id that no chunk has. */
const PROBE = 'INSERT OR REPLACE INTO chunks (id, live_spans, data) VALUES (-1, 0, zeroblob(1048576))';

/**
 * Gathers something in a transaction, for `flush` to write, or remembers something, for `reset` to forget after a rollback;
 * `committed` is called when all is in the file.
 */
interface Part {
  flush?(): void;
  committed?(): void;
  reset?(): void;
}

/**
 * The only writer of the database. One `write` is one transaction: when it returns, every span appended and all that is
 * kept of its trace, session and project is in the file that has the database's name; when it throws, nothing is.
 */
export class Writer {
  readonly #database: WritableDatabase;
  readonly #packer: Packer;
  readonly #parts: readonly Part[];
  readonly #projects: ProjectRows;
  readonly #traces: TraceCache;
  readonly #traceRows: TraceRows;
  readonly #spans: SpanWriter;
  readonly #logs: LogWriter;
  readonly #metrics: MetricWriter;
  readonly #search: SearchIndex;
  readonly #deletedWords: DeletedWords;
  readonly #extractions: ExtractionCounts;
  readonly #deletion: Deletion;
  readonly #reextraction: Reextraction;
  /** A transaction has failed: what was remembered in it may not be in the file. */
  #isUncertain = false;

  /** `packer`: who compresses raw spans; unless told, the calling thread. It is closed with the writer. */
  constructor(database: WritableDatabase, packer: Packer = packHere) {
    this.#database = database;
    this.#packer = packer;
    const chunks = new ChunkWriter(database, packer);
    const resources = new SharedBytesTable(database, 'resources');
    const scopes = new SharedBytesTable(database, 'scopes');
    const traces = new TraceCache(database, chunks);
    const attributes = new AttributeIndex(database);
    const deletedWords = new DeletedWords(database);
    const search = new SearchIndex(database, deletedWords);
    const projects = new ProjectRows(database);
    const sessionNames = new SessionNames(database);
    const sessions = new SessionRows(database, projects, sessionNames);
    const facets = new FacetRows(database, sessionNames);
    const extractions = new ExtractionCounts(database);
    const cleaner = new ChunkCleaner(database);
    const shared = { chunks, resources, scopes };
    const logs = new LogWriter(database, shared, search);
    const metrics = new MetricWriter(database, shared);
    const traceRows = new TraceRows(database, { traces, sessions, projects, facets, logs, extractions });
    const kept = { ...shared, traces, sessions, projects, extractions };
    const found = { attributes, facets, search };
    this.#deletion = new Deletion(database, {
      ...kept,
      cleaner,
      deletedWords,
      belongings: belongings(database, { ...shared, ...found, cleaner, projects, metrics }),
    });
    this.#reextraction = new Reextraction(database, { ...kept, ...found, traceRows });
    this.#spans = new SpanWriter(database, { ...shared, projects, attributes, search });
    this.#projects = projects;
    this.#traces = traces;
    this.#traceRows = traceRows;
    this.#logs = logs;
    this.#metrics = metrics;
    this.#search = search;
    this.#deletedWords = deletedWords;
    this.#extractions = extractions;
    // Flushed in this order before every commit, whatever the transaction did: where nothing was gathered, it costs nothing.
    this.#parts = [
      // The first: the last chunk of a commit is packed beside the rest of it, or the commit would wait for that in the end.
      { flush: () => chunks.handOver() },
      // Anywhere: only the work itself gathers for it.
      attributes,
      // Before all that is told what has become of traces: sessions, facets, extractions, projects.
      traceRows,
      // When the rows of all traces are written, which it looks up. It writes the names first, which it shows: none are left.
      sessions,
      sessionNames,
      // When traceRows has given up what its traces no longer carry and added what they do: names that nobody carries go.
      facets,
      // Tells the session of a span by its trace's row.
      logs,
      // After logs, which have search read spans again.
      search,
      // Anywhere before projects.
      metrics,
      // After all that takes long: most of it is packed by now, on the thread beside this one.
      chunks,
      // When whatever refers to one, or no longer does, has said so; nothing waits for them.
      resources,
      scopes,
      // After traceRows, which counts there.
      extractions,
      // After sessions, which are counted there, and what logs and metrics count by themselves: a project without any of it goes.
      projects,
      // The last: with a statement after it FTS5 might write out what it has gathered.
      deletedWords,
      // Gather nothing, but remember.
      traces,
      this.#deletion,
      this.#reextraction,
    ];
  }

  /**
   * Runs `fill` in one transaction; it appends spans, log records and data points one by one, and none of them is kept in
   * memory. Answers the spans written, then those that only log records came for. A row that is `running` never takes the
   * place of one that is not, and is then in no answer.
   */
  write(fill: (append: Append, other: AppendOther) => void): CommittedSpan[] {
    const written: WrittenSpan[] = [];
    const append: Append = (projectId, row) => {
      const project = this.#projects.get(projectId);
      const entry = this.#traces.get(project.id, row.traceId);
      if (this.#spans.isLate(entry, row)) return;
      this.#traceRows.touch(entry, project);
      const replaced = this.#spans.write(project, entry, row);
      written.push(new WrittenSpan(projectId, entry, row.columns, replaced));
    };
    const other: AppendOther = {
      log: (projectId, row) => this.#logs.append(this.#projects.get(projectId), row),
      point: (projectId, row) => this.#metrics.append(this.#projects.get(projectId), row),
    };
    this.#transaction(() => fill(append, other));
    this.#traces.trimSometimes();
    const spans = written.map(committedSpan);
    const { logged } = this.#logs;
    if (logged.length === 0) return spans;
    const told = new Set(spans.map(spanKey));
    const more = logged.filter((span) => !told.has(spanKey(span)));
    return [...spans, ...more.map(loggedSpan)];
  }

  /** Runs `work` in one transaction that makes spans found. */
  index<T>(work: (search: SearchIndex) => T): T {
    return this.#transaction(() => work(this.#search));
  }

  /** Somebody has deleted what may have left words in the file. */
  get isErasing(): boolean {
    return this.#deletedWords.isErasing;
  }

  /** Runs `work` in one transaction that merges what search has, by which the words of deleted spans leave the file. */
  mergeWords<T>(work: (words: DeletedWords) => T): T {
    return this.#transaction(() => work(this.#deletedWords));
  }

  /** Runs `work` in one transaction that deletes. */
  delete<T>(work: (deletion: Deletion) => T): T {
    return this.#transaction(() => work(this.#deletion));
  }

  /** Spans that an older version extracted. */
  get dueSpans(): number {
    return this.#extractions.dueSpans;
  }

  /** Runs `work` in one transaction that extracts spans anew; what is kept of their traces follows. */
  reextract<T>(work: (reextraction: Reextraction) => T): T {
    const result = this.#transaction(() => work(this.#reextraction));
    this.#traces.trimSometimes();
    return result;
  }

  /** Gives back what is held for spans that may come soon: nothing has come for a while. */
  rest(): void {
    this.#traces.rest();
  }

  /** Writes a megabyte and takes it away again, in two commits. Throws where the database takes nothing. */
  probe(): void {
    this.#transaction(() => this.#database.prepare(PROBE).run());
    this.#transaction(() => this.#database.prepare('DELETE FROM chunks WHERE id = -1').run());
  }

  /** All of `work` and what is kept of what it wrote, or nothing. */
  #transaction<T>(work: () => T): T {
    // Here and not after the rollback: it reads, and a database that fails may fail at that, too.
    if (this.#isUncertain) for (const part of this.#parts) part.reset?.();
    this.#isUncertain = false;
    this.#database.files.needInPlace();
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      for (const part of this.#parts) part.flush?.();
      this.#database.exec('COMMIT');
      for (const part of this.#parts) part.committed?.();
      this.#packer.committed();
      return result;
    } catch (error) {
      this.#isUncertain = true;
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#packer.close();
    this.#database.close();
  }
}
