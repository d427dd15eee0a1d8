import type { UnscopedSession, UnscopedSessionQuery } from '../../contract/unscoped.ts';
import { Where, type Statements } from './list-query.ts';
import { pageOf, placeOf, rawInteger, type PlacedRow, type WalkPage, type WalkRequest } from './walk.ts';

export type UnscopedSessionFilter = Pick<UnscopedSessionQuery, 'user_id' | 'service'>;

const COLUMNS = `id AS place_id, CAST(listed_ns AS TEXT) AS place_key, session_id, user_id, service_name, trace_count,
  span_count, input_tokens AS total_input_tokens, output_tokens AS total_output_tokens, total_tokens,
  error_count > 0 AS has_errors, CAST(start_ns AS TEXT) AS first_seen_ns, CAST(end_ns AS TEXT) AS last_seen_ns,
  CAST(end_ns - start_ns AS TEXT) AS duration_ns`;

type Times = 'first_seen_ns' | 'last_seen_ns' | 'duration_ns';

/** Times in digits. */
export type UnscopedSessionRow = PlacedRow &
  Omit<UnscopedSession, Times | 'has_errors'> &
  Readonly<Record<Times, string>> & { readonly has_errors: number };

export function unscopedSession(row: UnscopedSessionRow): UnscopedSession {
  const { place_key: _key, place_id: _id, ...columns } = row;
  return {
    ...columns,
    has_errors: row.has_errors === 1,
    first_seen_ns: rawInteger(row.first_seen_ns),
    last_seen_ns: rawInteger(row.last_seen_ns),
    duration_ns: rawInteger(row.duration_ns),
  };
}

/** A page of a project's sessions, the one that began last first. */
export function walkSessions(
  statements: Statements,
  project: number,
  filter: UnscopedSessionFilter,
  request: WalkRequest,
): WalkPage<UnscopedSessionRow> {
  const place = placeOf(statements, 'sessions', request.from);
  const where = new Where()
    .add('project = ?', project)
    .when(filter.user_id, 'user_id = ?')
    .when(
      filter.service,
      `EXISTS (SELECT 1 FROM traces JOIN spans ON spans.trace = traces.id
         WHERE traces.session = sessions.id AND spans.service_name = ?)`,
    )
    .add('id <= ? AND (listed_ns, id) < (?, ?)', place.bound, place.key, place.id);
  const rows = statements.all<UnscopedSessionRow>(
    `SELECT ${COLUMNS} FROM sessions WHERE ${where.sql} ORDER BY listed_ns DESC, id DESC LIMIT ?`,
    [...where.values, request.limit + 1],
  );
  return pageOf(rows, place, request.limit);
}

/** The row of a session by its id in the database. */
export function readUnscopedSession(statements: Statements, session: number): UnscopedSessionRow {
  return statements.get<UnscopedSessionRow>(`SELECT ${COLUMNS} FROM sessions WHERE id = ?`, [session])!;
}
