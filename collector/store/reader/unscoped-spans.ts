import type { UnscopedSpan, UnscopedSpanQuery } from '../../contract/unscoped.ts';
import { isLiving } from '../deleting/doomed.ts';
import { andLiving } from './doomed.ts';
import { REPORTED_TOTAL, SPAN_END } from './filter-fields.ts';
import { Where, type Statements } from './list-query.ts';
import { FROM_SPANS } from './spans.ts';
import { pageOf, placeOf, rawInteger, type PlacedRow, type WalkPage, type WalkRequest } from './walk.ts';

export type UnscopedSpanFilter = Omit<UnscopedSpanQuery, 'cursor' | 'limit'>;

const COLUMNS = `spans.span_id, traces.trace_id, COALESCE(spans.session_id, traces.session_id) AS session_id, spans.parent_span_id, spans.name AS span_name,
  spans.service_name, spans.framework AS detected_framework, spans.category AS detected_category,
  spans.system AS gen_ai_system, spans.operation_name AS gen_ai_operation_name, spans.agent_name AS gen_ai_agent_name,
  spans.tool_name AS gen_ai_tool_name, spans.request_model AS gen_ai_request_model,
  spans.response_model AS gen_ai_response_model, CAST(spans.start_ns AS TEXT) AS start_time_ns,
  CAST(${SPAN_END} AS TEXT) AS end_time_ns, CAST(MAX(spans.end_ns - spans.start_ns, 0) AS TEXT) AS duration_ns,
  spans.time_to_first_token_ms, spans.request_duration_ms, spans.status_code,
  spans.input_tokens AS usage_input_tokens, spans.output_tokens AS usage_output_tokens,
  ${REPORTED_TOTAL} AS usage_total_tokens,
  spans.cache_read_tokens AS usage_cache_read_tokens, spans.cache_write_tokens AS usage_cache_write_tokens`;

type Times = 'start_time_ns' | 'end_time_ns' | 'duration_ns';

/** Times in digits. */
export type UnscopedSpanRow = Omit<UnscopedSpan, Times> & Readonly<Record<Times, string>>;

export function unscopedSpan(row: UnscopedSpanRow): UnscopedSpan {
  return {
    ...row,
    start_time_ns: rawInteger(row.start_time_ns),
    end_time_ns: rawInteger(row.end_time_ns),
    duration_ns: rawInteger(row.duration_ns),
  };
}

type PlacedSpanRow = PlacedRow & UnscopedSpanRow;

/** Its own start and id are the place of a span, unless it has replaced another: then it has that one's place. */
const OWN_PLACE = { when: 'listed_id IS NULL', key: 'start_ns', id: 'id' };
const KEPT_PLACE = { when: 'listed_id IS NOT NULL', key: 'listed_ns', id: 'listed_id' };

/** A page of a project's spans, the one that started last first. */
export function walkSpans(
  statements: Statements,
  project: number,
  filter: UnscopedSpanFilter,
  { from, limit }: WalkRequest,
): WalkPage<UnscopedSpanRow> {
  const place = placeOf(statements, 'spans', from);
  const living = andLiving(statements, project);
  const values: unknown[] = [];
  const parts = [OWN_PLACE, KEPT_PLACE].map(({ when, key, id }) => {
    const where = filtered(project, filter)
      .add(when)
      .add(
        `${id} <= ? AND (${key}, span_id, ${id}) < (?, ?, ?)`,
        place.bound,
        place.key,
        place.tie,
        place.id,
      );
    values.push(...where.values, limit + 1);
    return `SELECT * FROM (SELECT id, ${key} AS place_ns, span_id AS place_tie, ${id} AS place_id FROM spans
      WHERE ${where.sql}${living} ORDER BY ${key} DESC, span_id DESC, ${id} DESC LIMIT ?)`;
  });
  const rows = statements.all<PlacedSpanRow>(
    `SELECT place_id, CAST(place_ns AS TEXT) AS place_key, ${COLUMNS}
     FROM (${parts.join(' UNION ALL ')}) AS page JOIN spans ON spans.id = page.id JOIN traces ON traces.id = spans.trace
     ORDER BY place_ns DESC, place_tie DESC, place_id DESC LIMIT ?`,
    [...values, limit + 1],
  );
  const { rows: page, next } = pageOf(rows, place, limit, ({ span_id }) => span_id);
  return { rows: page.map(({ place_key: _key, place_id: _id, ...row }) => row), next };
}

function filtered(project: number, filter: UnscopedSpanFilter): Where {
  const where = new Where();
  // A trace is of one project: without that condition the index by trace is the only one that fits.
  if (filter.trace_id === undefined) where.add('project = ?', project);
  else {
    const traceId = filter.trace_id.toLowerCase();
    where.add('trace = (SELECT id FROM traces WHERE project = ? AND trace_id = ?)', project, traceId);
  }
  return where
    .when(filter.service, 'service_name = ?')
    .when(filter.framework, 'framework = ?')
    .when(filter.category, 'category = ?')
    .when(filter.agent, 'agent_name = ?')
    .when(filter.tool, 'tool_name = ?')
    .when(filter.model, '(request_model = ? OR response_model = ?)', (model) => [model, model]);
}

/** All spans of a trace in start order. */
export function unscopedSpansOfTrace(statements: Statements, trace: number): UnscopedSpanRow[] {
  return statements.all<UnscopedSpanRow>(
    `SELECT ${COLUMNS} ${FROM_SPANS} WHERE spans.trace = ? ORDER BY spans.start_ns, spans.span_id`,
    [trace],
  );
}

/** The row of a span by its id in the database. */
export function readUnscopedSpan(statements: Statements, span: number): UnscopedSpanRow {
  return statements.get<UnscopedSpanRow>(`SELECT ${COLUMNS} ${FROM_SPANS} WHERE spans.id = ?`, [span])!;
}

/**
 * The trace of the newest span of that id, which stands in one trace unless ids collide. A scan of the index by start from
 * its new end: spans that one asks for are mostly young, and an index of random ids would cost every span that comes.
 */
export function newestTraceOfSpan(
  statements: Statements,
  project: number,
  spanId: string,
): string | undefined {
  const found = statements.get<{ trace_id: string }>(
    `SELECT traces.trace_id FROM (
       SELECT trace FROM spans WHERE project = ? AND span_id = ? AND ${isLiving('trace')}
       ORDER BY start_ns DESC LIMIT 1
     ) AS newest JOIN traces ON traces.id = newest.trace`,
    [project, spanId],
  );
  return found?.trace_id;
}
