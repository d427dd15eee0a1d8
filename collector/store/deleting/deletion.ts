import {
  REMOVED_SPAN,
  type Belongings,
  type DoomedTrace,
  type LastIds,
  type LooseRows,
  type RemovedSpan,
} from './belongings.ts';
import type { ChunkCleaner } from './chunk-cleaner.ts';
import { spansInChunk } from '../chunks/chunks.ts';
import type { WritableDatabase } from '../file/database.ts';
import type { ExtractionCounts } from '../reextraction/extraction-counts.ts';
import { isOfAll } from '../faults.ts';
import { planOnce } from '../plan-once.ts';
import type { ProjectRows } from '../writing/project-rows.ts';
import type { SessionRows } from '../traces/session-rows.ts';
import type { DeletedWords } from '../search/deleted-words.ts';
import type { SharedBytesTable } from '../writing/shared-bytes.ts';
import { SweepFailure } from './sweep-failure.ts';
import type { TraceCache } from '../traces/trace-cache.ts';

/** What the writer keeps, which has to stay right while rows go. */
export interface WriterParts {
  readonly cleaner: ChunkCleaner;
  readonly resources: SharedBytesTable;
  readonly scopes: SharedBytesTable;
  readonly traces: TraceCache;
  readonly sessions: SessionRows;
  readonly projects: ProjectRows;
  readonly extractions: ExtractionCounts;
  readonly deletedWords: DeletedWords;
  readonly belongings: Belongings;
}

/** A trace that has just left every list. */
export interface DeletedTrace {
  readonly projectId: string;
  readonly traceId: string;
  readonly sessionId: string | null;
  /** Some of its spans name another session. */
  readonly namesOthers: boolean;
}

interface TraceRow {
  readonly project: number;
  readonly trace_id: string;
  readonly session_id: string | null;
  readonly span_count: number;
  readonly genai: number;
  readonly extraction: number;
}

/** Traces that processes before this one had doomed, which are swept together. */
const BATCH = 256;
/** When so many could not be swept, one after the other, deleting gives no room: whoever wants only that is to try one at a time. */
const MANY_FAILURES = 100;

/**
 * Deletes whole traces in two steps, both in transactions of the writer: `doom` takes a trace out of its list, its session
 * and its project's counts, `sweep` takes its rows away a piece at a time. At every commit the totals of
 * traces, sessions and projects are those of the spans that have a trace, so that a process may die between any two commits.
 */
export class Deletion {
  readonly #parts: WriterParts;
  readonly #deleteTrace;
  readonly #ofItsSession;
  readonly #insertDoomed;
  readonly #selectDoomed;
  readonly #begun;
  readonly #deleteDoomed;
  readonly #chunkOfTrace;
  readonly #deleteSpans;
  readonly #leftoverOf;
  /**
   * Doomed traces that are to be swept. Those that could not be are no longer among them, so that they hold up no others: they wait for
   * the next process. An id whose dooming was rolled back may be among them: there is nothing to sweep of it.
   */
  readonly #unswept = new Set<number>();
  /** Those of them of which this transaction has left nothing. */
  readonly #swept = new Set<number>();
  /** Up to which id those that processes before this one had doomed have come among them; null once all have. */
  #begunUpTo: number | null = 0;
  /** Something has failed: one trace at a time, so that it is known which. */
  #isCareful = false;
  /** Of what this process has doomed, once those that processes before it had left have been tried. */
  #failuresInARow = 0;

  constructor(database: WritableDatabase, parts: WriterParts) {
    this.#parts = parts;
    this.#deleteTrace = database.prepare<[number], TraceRow>(
      'DELETE FROM traces WHERE id = ? RETURNING project, trace_id, session_id, span_count, genai, extraction',
    );
    this.#ofItsSession = database
      .prepare<[number, string, number], number>(
        planOnce(
          `SELECT named.spans + named.unnamed FROM facet_values AS names JOIN trace_facets AS named ON named.value = names.id
           WHERE names.project = ? AND names.facet = 'session_id' AND names.value = ? AND named.trace = ?`,
        ),
      )
      .pluck();
    this.#insertDoomed = database.prepare(
      `INSERT INTO doomed_traces (trace, project, trace_id, session, last_log)
       VALUES (?, ?, ?, ?, (SELECT COALESCE(MAX(id), 0) FROM log_records))`,
    );
    this.#selectDoomed = database.prepare<[number], DoomedTrace>(
      'SELECT trace, project, trace_id, last_log FROM doomed_traces WHERE trace = ?',
    );
    this.#begun = database
      .prepare<[number, number], number>(
        'SELECT trace FROM doomed_traces WHERE trace > ? ORDER BY trace LIMIT ?',
      )
      .pluck();
    this.#deleteDoomed = database.prepare('DELETE FROM doomed_traces WHERE trace = ?');
    this.#chunkOfTrace = database
      .prepare<[number], number>('SELECT chunk FROM spans WHERE trace = ? LIMIT 1')
      .pluck();
    // By chunk, so that each is written anew once, however many of the traces lie in it.
    this.#deleteSpans = database.prepare<{ chunk: number; traces: string }, RemovedSpan>(
      `DELETE FROM spans WHERE ${spansInChunk(':chunk')} AND +trace IN (
         SELECT trace FROM doomed_traces WHERE trace IN (SELECT value FROM json_each(:traces)))
       RETURNING ${REMOVED_SPAN}`,
    );
    this.#leftoverOf = database
      .prepare<[number], number>('SELECT chunk FROM chunk_leftovers WHERE trace = ? LIMIT 1')
      .pluck();
  }

  /** Takes the trace with this row id out of every list; null where there is none. What comes for it now makes it anew. */
  doom(id: number): DeletedTrace | null {
    const { traces, sessions, projects, extractions } = this.#parts;
    const inSession = sessions.read(id);
    const row = this.#deleteTrace.get(id);
    if (!row) return null;
    const project = projects.shrink(row.project);
    traces.forget(row.project, row.trace_id);
    projects.addTraces(project, -1, -row.genai);
    projects.addSpans(project, -row.span_count, 0);
    extractions.add(row.extraction, -row.span_count);
    this.#insertDoomed.run(id, row.project, row.trace_id, inSession?.session ?? null);
    this.#unswept.add(id);
    this.#swept.delete(id);
    sessions.replace(row.project, inSession, null);
    return {
      projectId: project.projectId,
      traceId: row.trace_id,
      sessionId: row.session_id,
      namesOthers: this.#namesOthers(id, row),
    };
  }

  #namesOthers(id: number, { project, session_id, span_count }: TraceRow): boolean {
    return session_id !== null && this.#ofItsSession.get(project, session_id, id) !== span_count;
  }

  /**
   * Takes away some rows of what is doomed, at most a chunk's worth; false when nothing was left. Throws a SweepFailure where
   * the transaction fails for one trace only.
   */
  sweep(): boolean {
    const doomed = this.#nextDoomed();
    if (!doomed) {
      this.#isCareful = false;
      return false;
    }
    try {
      this.#sweepTrace(doomed);
    } catch (error) {
      throw this.#passOver(doomed, error);
    }
    return true;
  }

  #sweepTrace(doomed: DoomedTrace): void {
    const { cleaner, projects, belongings } = this.#parts;
    const chunk = this.#chunkOfTrace.get(doomed.trace);
    if (chunk !== undefined) {
      const traces = this.#isCareful ? [doomed.trace] : [...this.#unswept];
      const spans = this.#deleteSpans.all({ chunk, traces: JSON.stringify(traces) });
      for (const span of spans) this.#forgetSpan(span);
      cleaner.clean(chunk);
      return;
    }
    const leftover = this.#leftoverOf.get(doomed.trace);
    if (leftover !== undefined) cleaner.clean(leftover);
    else if (!belongings.ofTrace.some((remove) => remove(doomed))) {
      this.#deleteDoomed.run(doomed.trace);
      projects.shrink(doomed.project);
      this.#failuresInARow = 0;
    }
  }

  #nextDoomed(): DoomedTrace | undefined {
    do {
      for (const trace of this.#unswept) {
        if (this.#swept.has(trace)) continue;
        const doomed = this.#selectDoomed.get(trace);
        if (doomed) return doomed;
        this.#swept.add(trace);
      }
    } while (this.#takeBegun());
    return undefined;
  }

  /** Has more swept of what processes before this one had doomed; false when there is no more. */
  #takeBegun(): boolean {
    if (this.#begunUpTo === null) return false;
    const traces = this.#begun.all(this.#begunUpTo, BATCH);
    for (const trace of traces) this.#unswept.add(trace);
    this.#begunUpTo = traces.at(-1) ?? null;
    // Those that failed before may be the ones that failed in every process, which says nothing of what is stored.
    if (this.#begunUpTo === null) this.#failuresInARow = 0;
    return traces.length > 0;
  }

  /** What was swept is out of the file. */
  committed(): void {
    for (const trace of this.#swept) this.#unswept.delete(trace);
    this.#swept.clear();
  }

  /** After a rollback. */
  reset(): void {
    this.#swept.clear();
  }

  /** Answers what to throw. What is known of it outlives the rollback. */
  #passOver({ trace }: DoomedTrace, error: unknown): unknown {
    if (isOfAll(error)) return error;
    const isKnown = this.#isCareful;
    if (isKnown) {
      this.#unswept.delete(trace);
      this.#failuresInARow++;
    }
    this.#isCareful = true;
    return new SweepFailure(isKnown, error);
  }

  #forgetSpan(span: RemovedSpan): void {
    const { projects, resources, scopes, belongings } = this.#parts;
    projects.addSpans(projects.shrink(span.project), 0, -span.raw_size);
    resources.release(span.resource);
    scopes.release(span.scope);
    for (const remove of belongings.ofSpan) remove(span);
  }

  /** Whether there is something to sweep. */
  get hasDoomed(): boolean {
    return this.#nextDoomed() !== undefined;
  }

  /** Nothing that is deleted seems to leave the file, until something does. */
  get isFutile(): boolean {
    return this.#failuresInARow >= MANY_FAILURES;
  }

  /** Takes away some rows of a project that belong to no trace; false when nothing was left. */
  sweepProject(project: number, last: LastIds): boolean {
    const isMore = this.#parts.belongings.ofProject.some((remove) => remove(project, last));
    this.#parts.projects.shrink(project);
    return isMore;
  }

  /**
   * Nothing that was said in what is doomed in this transaction is to stay in the file: somebody has asked for that, or its
   * days are over.
   */
  eraseWords(): void {
    this.#parts.deletedWords.eraseAll();
  }

  /** What belongs to no trace, for one run of `removeSome` in transactions of this writer. */
  looseRows(): LooseRows[] {
    return this.#parts.belongings.loose.map((begin) => begin());
  }

  /** Sums up what has lost traces. Before it the counts of projects are those from before the transaction. */
  save(): void {
    this.#parts.sessions.flush();
    this.#parts.projects.flush();
  }
}
