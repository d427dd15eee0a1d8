import type { SessionTrace, UnscopedTrace, UnscopedTraceQuery } from '../../contract/unscoped.ts';
import { textSearch } from './conditions.ts';
import { addFilters, type StoredFilter } from './filters.ts';
import { Where, type Statements } from './list-query.ts';
import { pageOf, placeOf, rawInteger, type PlacedRow, type WalkPage, type WalkRequest } from './walk.ts';

export type UnscopedTraceFilter = Pick<UnscopedTraceQuery, 'service' | 'framework' | 'agent' | 'search'> & {
  readonly errors_only: boolean;
  readonly filters?: readonly StoredFilter[] | undefined;
};

const COLUMNS = `id AS place_id, CAST(listed_ns AS TEXT) AS place_key, trace_id, session_id, root_span_id,
  CASE WHEN root_span_id IS NOT NULL THEN trace_name END AS root_span_name, service_name,
  framework AS detected_framework, span_count, CAST(start_ns AS TEXT) AS start_time_ns,
  CAST(end_ns AS TEXT) AS end_time_ns, CAST(duration_ns AS TEXT) AS duration_ns,
  input_tokens AS total_input_tokens, output_tokens AS total_output_tokens, total_tokens, error_count > 0 AS has_errors`;

type Times = 'start_time_ns' | 'end_time_ns' | 'duration_ns';

/** Times in digits. */
export type UnscopedTraceRow = PlacedRow &
  Omit<UnscopedTrace, Times | 'has_errors'> &
  Readonly<Record<Times, string>> & { readonly has_errors: number };

export function unscopedTrace(row: UnscopedTraceRow): UnscopedTrace {
  const { place_key: _key, place_id: _id, ...columns } = row;
  return {
    ...columns,
    start_time_ns: rawInteger(row.start_time_ns),
    end_time_ns: rawInteger(row.end_time_ns),
    duration_ns: rawInteger(row.duration_ns),
    has_errors: row.has_errors === 1,
  };
}

export function sessionTrace(row: UnscopedTraceRow): SessionTrace {
  const { trace_id, root_span_name, span_count, start_time_ns, duration_ns, has_errors } = unscopedTrace(row);
  return { trace_id, root_span_name, span_count, start_time_ns, duration_ns, has_errors };
}

const ANY_SPAN = 'EXISTS (SELECT 1 FROM spans WHERE spans.trace = traces.id AND';

/** A page of a project's traces, the one that started last first. */
export function walkTraces(
  statements: Statements,
  project: number,
  filter: UnscopedTraceFilter,
  request: WalkRequest,
): WalkPage<UnscopedTraceRow> {
  const where = new Where()
    .add('project = ?', project)
    .when(filter.service, `${ANY_SPAN} spans.service_name = ?)`)
    .when(filter.framework, `${ANY_SPAN} spans.framework = ?)`)
    .when(filter.agent, `${ANY_SPAN} spans.agent_name = ?)`);
  // A plain piece of text: no wildcard has a meaning here, and none is too long.
  if (filter.search !== undefined) {
    const id = textSearch('trace_id', 'contains', filter.search);
    const service = textSearch('service_name', 'contains', filter.search);
    where.add(`(${id.sql} OR ${service.sql})`, ...id.values, ...service.values);
  }
  if (filter.errors_only) where.add('error_count > 0');
  addFilters(where, 'traces', project, filter.filters);
  return walk(statements, where, request);
}

/** A page of a session's traces, the one that started last first. */
export const walkTracesOfSession = (
  statements: Statements,
  session: number,
  request: WalkRequest,
): WalkPage<UnscopedTraceRow> => walk(statements, new Where().add('session = ?', session), request);

function walk(statements: Statements, where: Where, request: WalkRequest): WalkPage<UnscopedTraceRow> {
  const place = placeOf(statements, 'traces', request.from);
  where.add('id <= ? AND (listed_ns, id) < (?, ?)', place.bound, place.key, place.id);
  const rows = statements.all<UnscopedTraceRow>(
    `SELECT ${COLUMNS} FROM traces WHERE ${where.sql} ORDER BY listed_ns DESC, id DESC LIMIT ?`,
    [...where.values, request.limit + 1],
  );
  return pageOf(rows, place, request.limit);
}

/** The row of a trace by its id in the database. */
export function readUnscopedTrace(statements: Statements, trace: number): UnscopedTraceRow {
  return statements.get<UnscopedTraceRow>(`SELECT ${COLUMNS} FROM traces WHERE id = ?`, [trace])!;
}
