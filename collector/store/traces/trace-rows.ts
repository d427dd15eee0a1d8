import { EXTRACTION_VERSION } from '../../lib/version.ts';
import { TRACE_COLUMNS, columnName, insertInto } from '../rows/columns.ts';
import type { WritableDatabase } from '../file/database.ts';
import type { ExtractionCounts } from '../reextraction/extraction-counts.ts';
import type { FacetRows } from './facet-rows.ts';
import type { LogWriter } from '../writing/log-writer.ts';
import type { ProjectEntry, ProjectRows } from '../writing/project-rows.ts';
import type { SessionRows } from './session-rows.ts';
import type { TraceCache, TraceEntry } from './trace-cache.ts';

export interface TraceRowsParts {
  readonly traces: TraceCache;
  readonly sessions: SessionRows;
  readonly projects: ProjectRows;
  readonly facets: FacetRows;
  readonly logs: LogWriter;
  readonly extractions: ExtractionCounts;
}

/** Writes what is kept of traces, in the caller's transaction. */
export class TraceRows {
  readonly #parts: TraceRowsParts;
  readonly #saveTrace;
  readonly #saveCounted;
  readonly #saveExtraction;
  /** Another one for each transaction, see runtime/README.md: one that was cleared holds on to what was in it. */
  #touched = new Map<TraceEntry, ProjectEntry>();

  constructor(database: WritableDatabase, parts: TraceRowsParts) {
    this.#parts = parts;
    this.#saveCounted = database.prepare('UPDATE spans SET counted = ? WHERE trace = ? AND span_id = ?');
    this.#saveExtraction = database.prepare('UPDATE traces SET extraction = ? WHERE id = ?');
    const updates = ['session', ...TRACE_COLUMNS.map(columnName)].map((name) => `${name} = excluded.${name}`);
    this.#saveTrace = database.prepare(
      `${insertInto('traces', ['id', 'project', 'traceId', 'listedNs', 'extraction', 'session', ...TRACE_COLUMNS])}
       ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`,
    );
  }

  /** After a rollback. */
  reset(): void {
    this.#touched = new Map();
  }

  /** What the trace's row says may have changed: `flush` writes it anew. */
  touch(entry: TraceEntry, project: ProjectEntry): void {
    this.#touched.set(entry, project);
  }

  /** Writes the rows of traces that were touched, or that log records have come for, and tells sessions and projects. */
  flush(): void {
    const { traces, sessions, projects, facets, logs, extractions } = this.#parts;
    for (const { project, traceId } of logs.tracesWithPreviews) {
      const entry = traces.find(project.id, traceId);
      if (entry) this.touch(entry, project);
    }
    for (const [entry, project] of this.#touched) {
      if (entry.stale) {
        facets.remove(project.id, entry.id, entry.summary.facets.all());
        traces.refresh(entry);
      }
      for (const { spanId, counted } of entry.summary.tree.takeChanged())
        this.#saveCounted.run(counted, entry.id, spanId);
      const columns = logs.withPreviews(project.id, entry, entry.summary.columns());
      const session = columns.sessionId === null ? null : sessions.idOf(project, columns.sessionId);
      const before = entry.stored ? sessions.read(entry.id) : null;
      entry.summary.facets.belongTo(columns);
      facets.save(entry.summary.facets, {
        project: project.id,
        trace: entry.id,
        before: before?.session ?? null,
        session,
      });
      // A newer version may have extracted what is stored of it.
      const extraction = Math.min(entry.stored?.extraction ?? EXTRACTION_VERSION, EXTRACTION_VERSION);
      const values: unknown[] = [entry.id, project.id, entry.traceId, columns.startNs, extraction, session];
      for (const name of TRACE_COLUMNS) values.push(columns[name]);
      this.#saveTrace.run(values);
      projects.addTraces(project, entry.stored ? 0 : 1, columns.genai - (entry.stored?.genai ?? 0));
      sessions.replace(project.id, before, session === null ? null : { session, trace: columns });
      if (entry.stored && entry.stored.extraction !== extraction)
        this.#saveExtraction.run(extraction, entry.id);
      if (entry.stored) extractions.add(entry.stored.extraction, -entry.stored.spans);
      extractions.add(extraction, columns.spanCount);
      const { sessionId, userId, genai, spanCount: spans } = columns;
      entry.stored = { sessionId, userId, genai, spans, extraction };
    }
    this.#touched = new Map();
  }
}
