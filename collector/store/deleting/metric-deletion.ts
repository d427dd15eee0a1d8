import type { WritableDatabase } from '../file/database.ts';
import type { SharedTables } from '../writing/log-writer.ts';

/** Points that go in one piece. */
const PIECE = 256;

interface SeriesRow {
  readonly project: number;
  readonly point_count: number;
  readonly resource: number;
  readonly scope: number;
}

export interface MetricDeletionParts extends Pick<SharedTables, 'resources' | 'scopes'> {
  /** A series is gone: who remembers it must forget it. */
  readonly onSeriesGone: () => void;
  /** Something of the project with this id went. */
  readonly onLess: (project: number) => void;
}

/** Deletes data points, and series that have none left, with their share in their project's count, in the caller's transaction. */
export class MetricDeletion {
  readonly #parts: MetricDeletionParts;
  readonly #deleteOfProject;
  readonly #deleteOlder;
  readonly #saveSeries;
  readonly #deleteSeries;
  readonly #count;

  constructor(database: WritableDatabase, parts: MetricDeletionParts) {
    this.#parts = parts;
    const deletion = (points: string): string =>
      `DELETE FROM metric_points WHERE (series, time_ns) IN (SELECT series, time_ns FROM ${points} LIMIT ${PIECE})
       RETURNING series`;
    this.#deleteOfProject = database
      .prepare<[number, number], number>(
        // In this order, so that it stops at the first series that hold enough.
        deletion(
          'metric_series CROSS JOIN metric_points ON series = metric_series.id WHERE project = ? AND id <= ?',
        ),
      )
      .pluck();
    this.#deleteOlder = database
      .prepare<[bigint], number>(deletion('metric_points WHERE time_ns <= ? ORDER BY time_ns'))
      .pluck();
    this.#saveSeries = database.prepare<[number, number], SeriesRow>(
      `UPDATE metric_series SET point_count = point_count - ? WHERE id = ?
       RETURNING project, point_count, resource, scope`,
    );
    this.#deleteSeries = database.prepare('DELETE FROM metric_series WHERE id = ?');
    this.#count = database.prepare('UPDATE projects SET point_count = point_count - ? WHERE id = ?');
  }

  /** Some points of the project's series up to an id; false when there are none. */
  ofProject(project: number, lastSeries: number): boolean {
    return this.#forget(this.#deleteOfProject.all(project, lastSeries));
  }

  /** Some points up to a time, the oldest of all projects first; false when there are none. */
  removeSome(through: bigint): boolean {
    return this.#forget(this.#deleteOlder.all(through));
  }

  /** `removed` names the series of each point. */
  #forget(removed: readonly number[]): boolean {
    for (const [series, { length }] of Map.groupBy(removed, (id) => id)) {
      const row = this.#saveSeries.get(length, series)!;
      this.#count.run(length, row.project);
      this.#parts.onLess(row.project);
      if (row.point_count > 0) continue;
      this.#deleteSeries.run(series);
      this.#parts.resources.release(row.resource);
      this.#parts.scopes.release(row.scope);
      this.#parts.onSeriesGone();
    }
    return removed.length > 0;
  }
}
