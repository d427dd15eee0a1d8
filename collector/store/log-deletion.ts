import type { WritableDatabase } from './database.ts';
import type { SharedTables } from './log-writer.ts';

interface Row {
  readonly id: number;
  readonly chunk: number;
  readonly raw_size: number;
  readonly resource: number;
  readonly scope: number;
}

const ROWS = 'SELECT id, chunk, raw_size, resource, scope FROM log_records';

/**
 * Deletes log records with their raw bytes and their share in their project's counts. Every method works in the caller's
 * transaction and answers how many records went; those with a `limit` are called again until that is less, so that a
 * commit stays short. `shared` must be the writer's own, which knows what is not written yet. `project` is the id of the project's row. What the records said in their trace's previews stays
 * until the trace is saved again: delete a trace's records together with the trace.
 */
export class LogDeletion {
  readonly #shared: SharedTables;
  readonly #ofTrace;
  readonly #ofProject;
  readonly #looseBefore;
  readonly #delete;
  readonly #count;

  constructor(database: WritableDatabase, shared: SharedTables) {
    this.#shared = shared;
    this.#ofTrace = database.prepare<[number, string, number], Row>(
      `${ROWS} WHERE project = ? AND trace_id = ? LIMIT ?`,
    );
    this.#ofProject = database.prepare<[number, number], Row>(`${ROWS} WHERE project = ? LIMIT ?`);
    this.#looseBefore = database.prepare<[number, bigint, number], Row>(
      `${ROWS} WHERE project = ? AND time_ns < ? AND NOT EXISTS
         (SELECT 1 FROM traces WHERE traces.project = log_records.project AND traces.trace_id = log_records.trace_id)
       ORDER BY time_ns LIMIT ?`,
    );
    this.#delete = database.prepare('DELETE FROM log_records WHERE id = ?');
    this.#count = database.prepare(
      'UPDATE projects SET log_count = log_count - ?, log_bytes = log_bytes - ? WHERE id = ?',
    );
  }

  /** The records that name this trace (lower case hex), whether it is stored or not. */
  ofTrace(project: number, traceId: string, limit = Number.MAX_SAFE_INTEGER): number {
    return this.#remove(project, this.#ofTrace.all(project, traceId, limit));
  }

  ofProject(project: number, limit: number): number {
    return this.#remove(project, this.#ofProject.all(project, limit));
  }

  /** Records older than `timeNs` that belong to no stored trace, oldest first: the others go with their traces. */
  looseBefore(project: number, timeNs: bigint, limit: number): number {
    return this.#remove(project, this.#looseBefore.all(project, timeNs, limit));
  }

  #remove(project: number, rows: readonly Row[]): number {
    const { chunks, resources, scopes } = this.#shared;
    let bytes = 0;
    for (const { id, chunk, raw_size, resource, scope } of rows) {
      this.#delete.run(id);
      chunks.release(chunk);
      resources.release(resource);
      scopes.release(scope);
      bytes += raw_size;
    }
    if (rows.length > 0) this.#count.run(rows.length, bytes, project);
    return rows.length;
  }
}
