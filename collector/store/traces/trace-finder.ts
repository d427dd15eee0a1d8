import type { LastIds } from '../deleting/belongings.ts';
import type { WritableDatabase } from '../file/database.ts';

/** Finds the row ids of traces that are to be deleted. `through` leaves out what came after a deletion had begun. */
export class TraceFinder {
  readonly #project;
  readonly #lastIds;
  readonly #trace;
  readonly #ofSession;
  readonly #ofProject;

  constructor(database: WritableDatabase) {
    this.#project = database
      .prepare<[string], number>('SELECT id FROM projects WHERE project_id = ?')
      .pluck();
    const last = (table: string): string => `(SELECT COALESCE(MAX(id), 0) FROM ${table})`;
    this.#lastIds = database.prepare<[], LastIds>(
      `SELECT ${last('traces')} AS trace, ${last('log_records')} AS log, ${last('metric_series')} AS series`,
    );
    this.#trace = database
      .prepare<[string, string], number>(
        'SELECT id FROM traces WHERE project = (SELECT id FROM projects WHERE project_id = ?) AND trace_id = ?',
      )
      .pluck();
    // The session's row is looked up each time: its id may be another's once it is gone.
    this.#ofSession = database
      .prepare<[string, string, number, number], number>(
        `SELECT id FROM traces WHERE session = (SELECT id FROM sessions
           WHERE project = (SELECT id FROM projects WHERE project_id = ?) AND session_id = ?)
         AND id <= ? LIMIT ?`,
      )
      .pluck();
    this.#ofProject = database
      .prepare<[number, number, number], number>(
        'SELECT id FROM traces WHERE project = ? AND id <= ? ORDER BY start_ns LIMIT ?',
      )
      .pluck();
  }

  project(projectId: string): number | undefined {
    return this.#project.get(projectId);
  }

  /** Every trace, log record and series that comes from now on has a higher one. */
  lastIds(): LastIds {
    return this.#lastIds.get()!;
  }

  /** `traceId` is lower case hex. */
  trace(projectId: string, traceId: string): number | undefined {
    return this.#trace.get(projectId, traceId);
  }

  /** At most `limit` traces of the session, in no set order; none where it is unknown. */
  ofSession(projectId: string, sessionId: string, through: number, limit: number): number[] {
    return this.#ofSession.all(projectId, sessionId, through, limit);
  }

  /** At most `limit` traces of the project (its row id), those that start first before others. */
  ofProject(project: number, through: number, limit: number): number[] {
    return this.#ofProject.all(project, through, limit);
  }
}
