import type { ChunkCleaner } from './chunk-cleaner.ts';
import type { WritableDatabase } from '../file/database.ts';
import { IS_DOOMED_LOG } from './doomed.ts';
import type { SharedTables } from '../writing/log-writer.ts';

interface RemovedLog {
  readonly project: number;
  readonly raw_size: number;
  readonly resource: number;
  readonly scope: number;
}
const REMOVED_LOG = 'project, raw_size, resource, scope';

export interface LogDeletionParts extends Pick<SharedTables, 'resources' | 'scopes'> {
  readonly cleaner: ChunkCleaner;
}

/**
 * Deletes log records with their raw bytes and their share in their project's counts, in the caller's transaction. The
 * parts must be the writer's own, which know what is not written yet. What records said in their trace's previews stays
 * until the trace is saved again: delete a trace's records together with the trace.
 */
export class LogDeletion {
  readonly #parts: LogDeletionParts;
  readonly #chunkOfTrace;
  readonly #deleteDoomed;
  readonly #chunkOfProject;
  readonly #deleteOfProject;
  readonly #delete;
  readonly #count;

  constructor(database: WritableDatabase, parts: LogDeletionParts) {
    this.#parts = parts;
    const inChunk = 'DELETE FROM log_records INDEXED BY log_records_by_chunk WHERE chunk = ?';
    this.#chunkOfTrace = database
      .prepare<[number, string, number], number>(
        'SELECT chunk FROM log_records WHERE project = ? AND trace_id = ? AND id <= ? LIMIT 1',
      )
      .pluck();
    // By chunk, so that each is written anew once, however many of the traces have records in it.
    this.#deleteDoomed = database.prepare<[number], RemovedLog>(
      `${inChunk} AND ${IS_DOOMED_LOG} RETURNING ${REMOVED_LOG}`,
    );
    this.#chunkOfProject = database
      .prepare<[number, number], number>(
        'SELECT chunk FROM log_records WHERE project = ? AND id <= ? LIMIT 1',
      )
      .pluck();
    this.#deleteOfProject = database.prepare<[number, number, number], RemovedLog>(
      `${inChunk} AND project = ? AND id <= ? RETURNING ${REMOVED_LOG}`,
    );
    this.#delete = database.prepare<[number], RemovedLog>(
      `DELETE FROM log_records WHERE id = ? RETURNING ${REMOVED_LOG}`,
    );
    this.#count = database.prepare(
      'UPDATE projects SET log_count = log_count - 1, log_bytes = log_bytes - ? WHERE id = ?',
    );
  }

  /** Records of doomed traces, at most a chunk's worth; false when this one has none. `lastLog`: the id of its last. */
  ofTrace(project: number, traceId: string, lastLog: number): boolean {
    const chunk = this.#chunkOfTrace.get(project, traceId, lastLog);
    if (chunk === undefined) return false;
    this.#forget(this.#deleteDoomed.all(chunk), [chunk]);
    return true;
  }

  /** Records of a project up to an id, at most a chunk's worth; false when there are none. */
  ofProject(project: number, lastLog: number): boolean {
    const chunk = this.#chunkOfProject.get(project, lastLog);
    if (chunk === undefined) return false;
    this.#forget(this.#deleteOfProject.all(chunk, project, lastLog), [chunk]);
    return true;
  }

  /** These records, by the ids of their rows, which lie in these chunks. */
  remove(ids: readonly number[], chunks: Iterable<number>): void {
    this.#forget(
      ids.flatMap((id) => this.#delete.all(id)),
      chunks,
    );
  }

  #forget(removed: readonly RemovedLog[], chunks: Iterable<number>): void {
    const { resources, scopes, cleaner } = this.#parts;
    for (const { project, raw_size, resource, scope } of removed) {
      resources.release(resource);
      scopes.release(scope);
      this.#count.run(raw_size, project);
    }
    for (const chunk of chunks) cleaner.clean(chunk);
  }
}
