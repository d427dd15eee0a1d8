import type { WritableDatabase } from './database.ts';

/** A project that spans come for, with what has changed in the running transaction. */
export interface ProjectEntry {
  readonly id: number;
  readonly projectId: string;
  traces: number;
  genaiTraces: number;
  spans: number;
  sessions: number;
  rawBytes: number;
  firstNs: bigint | null;
  lastNs: bigint | null;
}

/** Projects whose ids are remembered. */
const MAX_REMEMBERED = 1000;

/** The rows of projects: exact counts, kept with every commit. A project exists from its first span on. */
export class ProjectRows {
  readonly #find;
  readonly #insert;
  readonly #update;
  readonly #ids = new Map<string, number>();
  readonly #changed = new Map<string, ProjectEntry>();

  constructor(database: WritableDatabase) {
    this.#find = database.prepare<[string], number>('SELECT id FROM projects WHERE project_id = ?').pluck();
    this.#insert = database.prepare('INSERT INTO projects (project_id) VALUES (?)');
    this.#update = database.prepare(
      `UPDATE projects SET trace_count = trace_count + ?, genai_trace_count = genai_trace_count + ?,
         span_count = span_count + ?, session_count = session_count + ?, raw_bytes = raw_bytes + ?,
         first_seen_ns = MIN(COALESCE(first_seen_ns, ?), ?), last_seen_ns = MAX(COALESCE(last_seen_ns, ?), ?)
       WHERE id = ?`,
    );
  }

  /** After a rollback. */
  reset(): void {
    this.#ids.clear();
    this.#changed.clear();
  }

  get(projectId: string): ProjectEntry {
    const changed = this.#changed.get(projectId);
    if (changed) return changed;
    const counts = {
      traces: 0,
      genaiTraces: 0,
      spans: 0,
      sessions: 0,
      rawBytes: 0,
      firstNs: null,
      lastNs: null,
    };
    const entry: ProjectEntry = { id: this.#idOf(projectId), projectId, ...counts };
    this.#changed.set(projectId, entry);
    return entry;
  }

  #idOf(projectId: string): number {
    const known = this.#ids.get(projectId);
    if (known !== undefined) return known;
    const id = this.#find.get(projectId) ?? Number(this.#insert.run(projectId).lastInsertRowid);
    if (this.#ids.size >= MAX_REMEMBERED) this.#ids.clear();
    this.#ids.set(projectId, id);
    return id;
  }

  addTraces(entry: ProjectEntry, traces: number, genaiTraces: number): void {
    entry.traces += traces;
    entry.genaiTraces += genaiTraces;
  }

  addSpans(entry: ProjectEntry, spans: number, rawBytes: number): void {
    entry.spans += spans;
    entry.rawBytes += rawBytes;
  }

  addSessions(entry: ProjectEntry, sessions: number): void {
    entry.sessions += sessions;
  }

  see(entry: ProjectEntry, startNs: bigint): void {
    if (entry.firstNs === null || startNs < entry.firstNs) entry.firstNs = startNs;
    if (entry.lastNs === null || startNs > entry.lastNs) entry.lastNs = startNs;
  }

  /** Writes what has changed, in the caller's transaction. */
  save(): void {
    for (const entry of this.#changed.values()) {
      const { traces, genaiTraces, spans, sessions, rawBytes, firstNs, lastNs } = entry;
      this.#update.run(
        traces,
        genaiTraces,
        spans,
        sessions,
        rawBytes,
        firstNs,
        firstNs,
        lastNs,
        lastNs,
        entry.id,
      );
    }
    this.#changed.clear();
  }
}
