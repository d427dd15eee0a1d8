import type { PageMeta } from '../../contract/common.ts';
import type { SESSION_SORTS, SessionSummary } from '../../contract/sessions.ts';
import { COST_UNITS_PER_DOLLAR } from '../rows/span-row.ts';
import { OPENNESS } from './filter-fields.ts';
import { addFilters } from './filters.ts';
import type { SessionFilter } from './list-filters.ts';
import { Where, orderBy, pageMeta, type Statements } from './list-query.ts';
import { addSearch } from './search.ts';
import { formatMicros } from '../../contract/format-time.ts';

/** What `order_by` may name on a list of sessions. */
export const SESSION_ORDER = {
  start_time: 'start_ns',
  end_time: 'end_ns',
  trace_count: 'trace_count',
  span_count: 'span_count',
  total_tokens: 'total_tokens',
  total_cost: 'total_cost',
} as const satisfies Record<(typeof SESSION_SORTS)[number], string>;

const COLUMNS = `id, session_id, user_id, environment, service_name, start_ns / 1000 AS start_us, end_ns / 1000 AS end_us,
  (end_ns - start_ns) / 1e6 AS duration_ms, trace_count, span_count, error_count, input_tokens, output_tokens,
  total_tokens, total_cost, unpriced_call_count, models, agents, frameworks, input_preview, output_preview,
  ${OPENNESS.running_span_count} AS running_span_count, ${OPENNESS.is_complete} AS is_complete`;

type JsonColumns = 'models' | 'agents' | 'frameworks';
export type SessionRow = Omit<
  SessionSummary,
  JsonColumns | 'start_time' | 'end_time' | 'has_error' | 'is_complete'
> &
  Record<JsonColumns, string> & { id: number; start_us: number; end_us: number; is_complete: number };

export function sessionSummary(row: SessionRow): SessionSummary {
  const { id: _id, start_us, end_us, ...columns } = row;
  return {
    ...columns,
    start_time: formatMicros(start_us),
    end_time: formatMicros(end_us),
    total_cost: row.total_cost / COST_UNITS_PER_DOLLAR,
    has_error: row.error_count > 0,
    is_complete: row.is_complete === 1,
    models: JSON.parse(row.models) as string[],
    agents: JSON.parse(row.agents) as string[],
    frameworks: JSON.parse(row.frameworks) as string[],
  };
}

/** A page of a project's sessions with the exact total. */
export function listSessions(
  statements: Statements,
  project: number,
  filter: SessionFilter,
): { data: SessionSummary[]; meta: PageMeta } {
  const where = new Where().add('project = ?', project);
  const standard = where.sql;
  where
    .when(filter.user_id, 'user_id = ?')
    .when(filter.environment, 'environment IN (SELECT value FROM json_each(?))', (value) => [
      JSON.stringify(value),
    ])
    .when(filter.from, 'start_ns >= ?')
    .when(filter.to, 'start_ns <= ?');
  addFilters(where, 'sessions', project, filter.filters);
  addSearch(where, statements, 'sessions', filter.search);
  const rows = statements.all<SessionRow>(
    `SELECT ${COLUMNS} FROM sessions WHERE ${where.sql} ${orderBy(filter.order, SESSION_ORDER, 'session_id')} LIMIT ? OFFSET ?`,
    [...where.values, filter.limit, (filter.page - 1) * filter.limit],
  );
  const total =
    where.sql === standard
      ? statements.count('SELECT session_count AS n FROM projects WHERE id = ?', [project])
      : statements.count(`SELECT COUNT(*) AS n FROM sessions WHERE ${where.sql}`, where.values);
  return { data: rows.map(sessionSummary), meta: pageMeta(filter, total) };
}

/** `project`: the id of its row. */
export function findSession(
  statements: Statements,
  project: number,
  sessionId: string,
): SessionRow | undefined {
  return statements.get<SessionRow>(`SELECT ${COLUMNS} FROM sessions WHERE project = ? AND session_id = ?`, [
    project,
    sessionId,
  ]);
}
