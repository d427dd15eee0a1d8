import { insertInto } from '../rows/columns.ts';
import type { WritableDatabase } from '../file/database.ts';
import type { SharedTables } from './log-writer.ts';
import { SERIES_COLUMNS, type PointRow } from '../rows/metric-row.ts';
import type { ProjectEntry } from './project-rows.ts';
import { Remembered } from '../remembered.ts';
import { RowIds } from './row-ids.ts';

/** Series whose ids are remembered. */
const MAX_REMEMBERED = 10_000;

/** What a transaction changes of a series. */
interface Change {
  readonly project: ProjectEntry;
  points: number;
  lastNs: bigint;
}

/**
 * The data points' part of a write: a point that comes again for its series and time replaces the stored one. All of it
 * happens in the caller's transaction; after a rollback `reset` forgets what was gathered.
 */
export class MetricWriter {
  readonly #shared: Pick<SharedTables, 'resources' | 'scopes'>;
  readonly #find;
  readonly #insertSeries;
  readonly #insertPoint;
  readonly #replacePoint;
  readonly #saveSeries;
  readonly #count;
  readonly #ids = new Remembered<string, number>(MAX_REMEMBERED);
  readonly #changes = new Map<number, Change>();
  readonly #rowIds: RowIds;

  constructor(database: WritableDatabase, shared: Pick<SharedTables, 'resources' | 'scopes'>) {
    this.#shared = shared;
    this.#find = database
      .prepare<[number, Buffer], number>('SELECT id FROM metric_series WHERE project = ? AND hash = ?')
      .pluck();
    this.#insertSeries = database.prepare(
      insertInto('metric_series', ['id', 'project', 'resource', 'scope', ...SERIES_COLUMNS]),
    );
    this.#insertPoint = database.prepare(
      `INSERT INTO metric_points (start_ns, value, fields, series, time_ns) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    );
    this.#replacePoint = database.prepare(
      'UPDATE metric_points SET start_ns = ?, value = ?, fields = ? WHERE series = ? AND time_ns = ?',
    );
    this.#saveSeries = database.prepare(
      `UPDATE metric_series SET point_count = point_count + ?, last_ns = MAX(COALESCE(last_ns, ?), ?) WHERE id = ?`,
    );
    this.#count = database.prepare('UPDATE projects SET point_count = point_count + ? WHERE id = ?');
    const lastId = database.prepare<[], number>('SELECT COALESCE(MAX(id), 0) FROM metric_series').pluck();
    this.#rowIds = new RowIds(() => lastId.get() ?? 0);
  }

  /** What was written is in the file. */
  committed(): void {
    this.#rowIds.committed();
  }

  /** After a rollback, or when series were deleted. */
  reset(): void {
    this.#ids.clear();
    this.#changes.clear();
    this.#rowIds.reset();
  }

  append(project: ProjectEntry, row: PointRow): void {
    const series = this.#seriesOf(project, row);
    const values = [row.startNs, row.value, row.fields, series, row.timeNs];
    const isNew = this.#insertPoint.run(values).changes > 0;
    if (!isNew) this.#replacePoint.run(values);
    const change = this.#changes.get(series) ?? { project, points: 0, lastNs: row.timeNs };
    if (isNew) change.points++;
    if (row.timeNs > change.lastNs) change.lastNs = row.timeNs;
    this.#changes.set(series, change);
  }

  /** Writes what is kept of the points, in the caller's transaction. */
  flush(): void {
    for (const [series, { project, points, lastNs }] of this.#changes) {
      this.#saveSeries.run(points, lastNs, lastNs, series);
      this.#count.run(points, project.id);
    }
    this.#changes.clear();
  }

  #seriesOf(project: ProjectEntry, { series, resource, scope }: PointRow): number {
    return this.#ids.of(
      `${project.id}/${series.hash.toString('latin1')}`,
      () => this.#find.get(project.id, series.hash) ?? this.#insert(project, { series, resource, scope }),
    );
  }

  #insert(
    project: ProjectEntry,
    { series, resource, scope }: Pick<PointRow, 'series' | 'resource' | 'scope'>,
  ): number {
    const { resources, scopes } = this.#shared;
    const id = this.#rowIds.take();
    const values: unknown[] = [id, project.id, resources.id(resource), scopes.id(scope)];
    for (const name of SERIES_COLUMNS) values.push(series[name]);
    this.#insertSeries.run(values);
    return id;
  }
}
