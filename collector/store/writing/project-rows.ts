import type { WritableDatabase } from '../file/database.ts';
import { planOnce } from '../plan-once.ts';
import { Remembered } from '../remembered.ts';

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
  /** Whether something of it was deleted, so that the project itself may have to go. */
  isLess: boolean;
}

/** Projects whose ids are remembered. */
const MAX_REMEMBERED = 1000;

/** A project without any of these is no more. */
const IS_EMPTY = `span_count = 0 AND trace_count = 0 AND log_count = 0 AND point_count = 0
  AND NOT EXISTS (SELECT 1 FROM doomed_traces WHERE doomed_traces.project = projects.id)`;

/** The rows of projects: exact counts, kept with every commit. A project exists from its first span on to its last. */
export class ProjectRows {
  readonly #find;
  readonly #nameOf;
  readonly #insert;
  readonly #update;
  readonly #seeAgain;
  readonly #deleteEmpty;
  readonly #ids = new Remembered<string, number>(MAX_REMEMBERED);
  readonly #changed = new Map<string, ProjectEntry>();

  constructor(database: WritableDatabase) {
    this.#find = database.prepare<[string], number>('SELECT id FROM projects WHERE project_id = ?').pluck();
    this.#nameOf = database.prepare<[number], string>('SELECT project_id FROM projects WHERE id = ?').pluck();
    this.#insert = database.prepare('INSERT INTO projects (project_id) VALUES (?)');
    this.#update = database.prepare(
      `UPDATE projects SET trace_count = trace_count + ?, genai_trace_count = genai_trace_count + ?,
         span_count = span_count + ?, session_count = session_count + ?, raw_bytes = raw_bytes + ?,
         first_seen_ns = COALESCE(MIN(first_seen_ns, ?), first_seen_ns, ?),
         last_seen_ns = COALESCE(MAX(last_seen_ns, ?), last_seen_ns, ?)
       WHERE id = ?`,
    );
    this.#seeAgain = database.prepare(
      planOnce(
        `UPDATE projects SET first_seen_ns = (SELECT MIN(start_ns) FROM spans WHERE project = ?),
           last_seen_ns = (SELECT MAX(start_ns) FROM spans WHERE project = ?) WHERE id = ?`,
      ),
    );
    this.#deleteEmpty = database.prepare(`DELETE FROM projects WHERE id = ? AND ${IS_EMPTY}`);
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
      isLess: false,
    };
    const entry: ProjectEntry = { id: this.#idOf(projectId), projectId, ...counts };
    this.#changed.set(projectId, entry);
    return entry;
  }

  /** The entry of a stored project. */
  stored(id: number): ProjectEntry {
    const projectId = this.#nameOf.get(id);
    if (projectId === undefined) throw new Error(`project ${id} is missing`);
    return this.get(projectId);
  }

  /** The entry of a stored project that something is taken away from. */
  shrink(id: number): ProjectEntry {
    const entry = this.stored(id);
    entry.isLess = true;
    return entry;
  }

  #idOf(projectId: string): number {
    return this.#ids.of(
      projectId,
      () => this.#find.get(projectId) ?? Number(this.#insert.run(projectId).lastInsertRowid),
    );
  }

  addTraces(entry: ProjectEntry, traces: number, genaiTraces: number): void {
    entry.traces += traces;
    entry.genaiTraces += genaiTraces;
  }

  addSpans(entry: ProjectEntry, spans: number, rawBytes: number): void {
    entry.spans += spans;
    entry.rawBytes += rawBytes;
    if (rawBytes < 0) entry.isLess = true;
  }

  addSessions(entry: ProjectEntry, sessions: number): void {
    entry.sessions += sessions;
  }

  see(entry: ProjectEntry, startNs: bigint): void {
    if (entry.firstNs === null || startNs < entry.firstNs) entry.firstNs = startNs;
    if (entry.lastNs === null || startNs > entry.lastNs) entry.lastNs = startNs;
  }

  /** Writes what has changed, in the caller's transaction. */
  flush(): void {
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
      if (entry.isLess) this.#afterLoss(entry);
    }
    this.#changed.clear();
  }

  /** First and last times are those of the spans that are there; without any the project goes. */
  #afterLoss({ id, projectId }: ProjectEntry): void {
    this.#seeAgain.run(id, id, id);
    if (this.#deleteEmpty.run(id).changes > 0) this.#ids.forget(projectId);
  }
}
