import type { WritableDatabase } from './database.ts';
import type { SharedTables } from './log-writer.ts';

/** Later than any point. */
const ANY_TIME = 2n ** 63n - 1n;

/**
 * Deletes data points, and series that have none left, with their share in their project's count. Works in the caller's
 * transaction; answers how many points went and is called again until that is less than `limit`. Afterwards the writer's
 * MetricWriter has to be `reset`: it remembers series. `project` is the id of the project's row.
 */
export class MetricDeletion {
  readonly #shared: Pick<SharedTables, 'resources' | 'scopes'>;
  readonly #series;
  readonly #points;
  readonly #saveSeries;
  readonly #deleteEmpty;
  readonly #count;

  constructor(database: WritableDatabase, shared: Pick<SharedTables, 'resources' | 'scopes'>) {
    this.#shared = shared;
    this.#series = database
      .prepare<[number], number>('SELECT id FROM metric_series WHERE project = ? ORDER BY id')
      .pluck();
    this.#points = database.prepare(
      `DELETE FROM metric_points WHERE series = ? AND time_ns IN
         (SELECT time_ns FROM metric_points WHERE series = ? AND time_ns <= ? ORDER BY time_ns LIMIT ?)`,
    );
    this.#saveSeries = database.prepare(
      'UPDATE metric_series SET point_count = point_count - ? WHERE id = ?',
    );
    this.#deleteEmpty = database.prepare<[number], { resource: number; scope: number }>(
      'DELETE FROM metric_series WHERE id = ? AND point_count <= 0 RETURNING resource, scope',
    );
    this.#count = database.prepare('UPDATE projects SET point_count = point_count - ? WHERE id = ?');
  }

  ofProject(project: number, limit: number): number {
    return this.#remove(project, ANY_TIME, limit);
  }

  /** Points older than `timeNs`, the oldest of each series first. */
  before(project: number, timeNs: bigint, limit: number): number {
    return this.#remove(project, timeNs - 1n, limit);
  }

  #remove(project: number, until: bigint, limit: number): number {
    let removed = 0;
    for (const series of this.#series.all(project)) {
      if (removed >= limit) break;
      const { changes } = this.#points.run(series, series, until, limit - removed);
      if (changes === 0) continue;
      removed += changes;
      this.#saveSeries.run(changes, series);
      const gone = this.#deleteEmpty.get(series);
      if (!gone) continue;
      this.#shared.resources.release(gone.resource);
      this.#shared.scopes.release(gone.scope);
    }
    if (removed > 0) this.#count.run(removed, project);
    return removed;
  }
}
