import type { PageMeta } from '../../contract/common.ts';
import { IS_DOOMED_LOG } from '../deleting/doomed.ts';
import { LOG_ORDER } from '../rows/log-row.ts';
import { isDeleting } from './doomed.ts';
import { Where, pageMeta, type PageRequest, type Statements } from './list-query.ts';
import type { RawPlace } from '../chunks/raw-records.ts';

/** `from` and `to` in nanoseconds, inclusive. Ids are lower case hex. */
export interface LogFilter extends PageRequest {
  readonly trace_id?: string | undefined;
  readonly span_id?: string | undefined;
  readonly service?: string | undefined;
  readonly minSeverity?: number | undefined;
  readonly search?: string | undefined;
  readonly from?: bigint | undefined;
  readonly to?: bigint | undefined;
}

const COLUMNS = `hex(hash) AS record_id, time_ns / 1000 AS time_us, observed_ns / 1000 AS observed_us,
  CAST(time_ns AS TEXT) AS time_ns, severity_number, severity_text, event_name, service_name, trace_id, span_id,
  resource, scope, chunk, chunk_offset, raw_size`;

export interface LogRecordRow extends RawPlace {
  readonly record_id: string;
  readonly time_us: number;
  readonly observed_us: number | null;
  /** Digits: it is larger than a number holds. */
  readonly time_ns: string;
  readonly severity_number: number | null;
  readonly severity_text: string | null;
  readonly event_name: string | null;
  readonly service_name: string | null;
  readonly trace_id: string | null;
  readonly span_id: string | null;
}

/** A page of a project's log records, newest first. */
export function listLogs(
  statements: Statements,
  project: number,
  filter: LogFilter,
): { rows: LogRecordRow[]; meta: PageMeta } {
  const where = new Where().add('project = ?', project);
  const standard = where.sql;
  where
    .when(filter.trace_id, 'trace_id = ?')
    .when(filter.span_id, 'span_id = ?')
    .when(filter.service, 'service_name = ?')
    .when(filter.minSeverity, 'severity_number >= ?')
    .when(filter.search, 'instr(search_text, ?) > 0', (value) => [value.toLowerCase()])
    .when(filter.from, 'time_ns >= ?')
    .when(filter.to, 'time_ns <= ?');
  if (isDeleting(statements, project)) where.add(`NOT ${IS_DOOMED_LOG}`);
  const rows = statements.all<LogRecordRow>(
    `SELECT ${COLUMNS} FROM log_records WHERE ${where.sql}
     ORDER BY ${LOG_ORDER.map((expression) => `${expression} DESC`).join(', ')} LIMIT ? OFFSET ?`,
    [...where.values, filter.limit, (filter.page - 1) * filter.limit],
  );
  const total =
    where.sql === standard
      ? statements.count('SELECT log_count AS n FROM projects WHERE id = ?', [project])
      : statements.count(`SELECT COUNT(*) AS n FROM log_records WHERE ${where.sql}`, where.values);
  return { rows, meta: pageMeta(filter, total) };
}

/** Whether any span of a trace has written a record. */
export const hasLogs = (statements: Statements, project: number, traceId: string): boolean =>
  statements.all(
    'SELECT 1 FROM log_records WHERE project = ? AND trace_id = ? AND span_id IS NOT NULL LIMIT 1',
    [project, traceId],
  ).length > 0;

/** The records that the spans of a trace have written, or one of them, in the order in which they were written. */
export function logsOfTrace(
  statements: Statements,
  project: number,
  traceId: string,
  spanId?: string,
): LogRecordRow[] {
  const where = new Where()
    .add('project = ?', project)
    .add('trace_id = ?', traceId)
    .add(`NOT ${IS_DOOMED_LOG}`);
  if (spanId === undefined) where.add('span_id IS NOT NULL');
  else where.add('span_id = ?', spanId);
  return statements.all<LogRecordRow>(
    `SELECT ${COLUMNS} FROM log_records WHERE ${where.sql} ORDER BY ${LOG_ORDER.join(', ')}`,
    where.values,
  );
}
