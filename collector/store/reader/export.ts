import { IS_DOOMED_LOG } from '../deleting/doomed.ts';
import { Where, type Statements } from './list-query.ts';
import { POINT_VALUE, type PointValue, type SeriesRow, type TimeRange } from './metrics.ts';
import type { RawPlace } from '../chunks/raw-records.ts';

/** What of a project goes into a file; all of it where nothing is named. Times are in nanoseconds, inclusive. */
export interface ExportSelection extends TimeRange {
  readonly traceIds?: readonly string[] | undefined;
  readonly sessionIds?: readonly string[] | undefined;
}

export interface NamedTrace {
  readonly id: number;
  readonly trace_id: string;
  readonly trace_name: string;
}

const LISTED = '(SELECT value FROM json_each(?))';

/** The traces of a selection by their start. */
export function tracesToExport(
  statements: Statements,
  project: number,
  { traceIds, sessionIds, from, to }: ExportSelection,
): NamedTrace[] {
  const where = new Where()
    .add('project = ?', project)
    .when(traceIds, `trace_id IN ${LISTED}`, (ids) => [JSON.stringify(ids.map((id) => id.toLowerCase()))])
    .when(
      sessionIds,
      `session IN (SELECT id FROM sessions WHERE project = ? AND session_id IN ${LISTED})`,
      (ids) => [project, JSON.stringify(ids)],
    )
    .when(from, 'start_ns >= ?')
    .when(to, 'start_ns <= ?');
  return statements.all<NamedTrace>(
    `SELECT id, trace_id, trace_name FROM traces WHERE ${where.sql} ORDER BY start_ns, trace_id`,
    where.values,
  );
}

const IS_LOOSE = `(trace_id IS NULL OR NOT EXISTS (
  SELECT 1 FROM traces WHERE traces.project = log_records.project AND traces.trace_id = log_records.trace_id))`;

/** A row that is read in steps, each from the last row's `id` on. */
export interface StoredItem extends RawPlace {
  readonly id: number;
}

const PLACE = 'id, resource, scope, chunk, chunk_offset, raw_size';

/** The ids of spans of a trace in the order in which they came. All of a trace are sorted for it. */
export const spanIdsToExport = (
  statements: Statements,
  trace: number,
  afterId: number,
  limit: number,
): number[] =>
  statements.column<number>('SELECT id FROM spans WHERE trace = ? AND id > ? ORDER BY id LIMIT ?', [
    trace,
    afterId,
    limit,
  ]);

/** Those of these spans of a trace that are still there, in the order in which they came. */
export const spansToExport = (statements: Statements, trace: number, ids: readonly number[]): StoredItem[] =>
  // With `+`, or all of the trace would be read for it.
  statements.all<StoredItem>(`SELECT ${PLACE} FROM spans WHERE id IN ${LISTED} AND +trace = ? ORDER BY id`, [
    JSON.stringify(ids),
    trace,
  ]);

export interface LogSelection extends TimeRange {
  /** Only records whose trace is not stored. */
  readonly isLoose: boolean;
}

export interface LogToExport extends StoredItem {
  /** In digits. */
  readonly time_ns: string;
  /** 1 where that is when it came: it has no time of its own. */
  readonly is_undated: number;
}

const LOG = `${PLACE}, CAST(time_ns AS TEXT) AS time_ns, is_undated`;
const AFTER = '(time_ns, id) > (?, ?)';
const placeOf = ({ time_ns, id }: LogToExport): unknown[] => [BigInt(time_ns), id];

/**
 * Log records of a project in a range of time, after `after`: by their times, which an index has, and those of one time in the
 * order in which they came.
 */
export function logsToExport(
  statements: Statements,
  project: number,
  { from, to, isLoose }: LogSelection,
  after: LogToExport | undefined,
  limit: number,
): LogToExport[] {
  const where = new Where()
    .add('project = ?', project)
    .add(`NOT ${IS_DOOMED_LOG}`)
    .when(after, AFTER, placeOf)
    .when(from, 'time_ns >= ?')
    .when(to, 'time_ns <= ?');
  if (isLoose) where.add(IS_LOOSE);
  return statements.all<LogToExport>(
    `SELECT ${LOG} FROM log_records INDEXED BY log_records_identity
     WHERE ${where.sql} ORDER BY log_records.time_ns, id LIMIT ?`,
    [...where.values, limit],
  );
}

/** The ids of a trace's log records in the same order. All of them are sorted for it. */
export function logIdsToExport(
  statements: Statements,
  project: number,
  traceId: string,
  after: LogToExport | undefined,
  limit: number,
): number[] {
  const where = new Where()
    .add('project = ?', project)
    .add('trace_id = ?', traceId)
    .add(`NOT ${IS_DOOMED_LOG}`)
    .when(after, AFTER, placeOf);
  // Or they would be looked for among all of the project.
  return statements.column<number>(
    `SELECT id FROM log_records INDEXED BY log_records_by_trace
     WHERE ${where.sql} ORDER BY time_ns, id LIMIT ?`,
    [...where.values, limit],
  );
}

/** Those of these log records of a trace that are still there, in the same order. */
export const logsOfIds = (
  statements: Statements,
  project: number,
  traceId: string,
  ids: readonly number[],
): LogToExport[] =>
  statements.all<LogToExport>(
    `SELECT ${LOG} FROM log_records
     WHERE id IN ${LISTED} AND +project = ? AND +trace_id = ? AND NOT ${IS_DOOMED_LOG}
     ORDER BY log_records.time_ns, id`,
    [JSON.stringify(ids), project, traceId],
  );

export interface SeriesToExport extends SeriesRow {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly temporality: number;
  readonly resource: number;
  readonly scope: number;
}

/** All series of a project's metrics. */
export const seriesToExport = (statements: Statements, project: number): SeriesToExport[] =>
  statements.all<SeriesToExport>(
    `SELECT id, name, type, unit, description, temporality, is_monotonic, service_name, attributes, resource, scope
     FROM metric_series WHERE project = ? ORDER BY id`,
    [project],
  );

/** 64-bit integers in digits, signed. */
export interface PointToExport extends PointValue {
  readonly time_ns: string;
  readonly start_ns: string | null;
  readonly fields: Buffer | null;
}

/** Points of a series in the order of time, after `afterNs`. */
export const pointsToExport = (
  statements: Statements,
  series: number,
  { from, to }: TimeRange,
  afterNs: bigint | null,
  limit: number,
): PointToExport[] => {
  const where = new Where()
    .add('series = ?', series)
    .when(afterNs ?? undefined, 'time_ns > ?')
    .when(from, 'time_ns >= ?')
    .when(to, 'time_ns <= ?');
  // By the column's name alone SQLite would sort the digits, all that are left of the series for each line.
  return statements.all<PointToExport>(
    `SELECT CAST(time_ns AS TEXT) AS time_ns, CAST(start_ns AS TEXT) AS start_ns, fields, ${POINT_VALUE}
     FROM metric_points WHERE ${where.sql} ORDER BY metric_points.time_ns LIMIT ?`,
    [...where.values, limit],
  );
};
