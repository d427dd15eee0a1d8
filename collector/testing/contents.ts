import type { Database } from 'better-sqlite3';
import { SPAN_ROW_COLUMNS, TRACE_COLUMNS, columnName } from '../store/rows/columns.ts';
import { addPreviewFunction, previewSql } from '../store/chunks/preview-reader.ts';

const list = (columns: readonly string[], table: string): string =>
  columns.map((name) => `${table}.${columnName(name)}`).join(', ');

/** Everything that is told by names, not by the ids of rows, which differ with the order of things. */
const QUERIES: Readonly<Record<string, string>> = {
  spans: `SELECT projects.project_id, traces.trace_id, spans.counted, spans.raw_size, ${previewSql('input')} AS input_preview,
    ${previewSql('output')} AS output_preview, ${list(SPAN_ROW_COLUMNS, 'spans')}
    FROM spans JOIN traces ON traces.id = spans.trace JOIN projects ON projects.id = spans.project`,
  traces: `SELECT projects.project_id, traces.trace_id, sessions.session_id AS in_session, traces.extraction, traces.reindexed,
    traces.listed_ns, ${list(TRACE_COLUMNS, 'traces')}
    FROM traces JOIN projects ON projects.id = traces.project LEFT JOIN sessions ON sessions.id = traces.session`,
  sessions: `SELECT projects.project_id AS project_name, sessions.* FROM sessions JOIN projects ON projects.id = sessions.project`,
  projects: 'SELECT * FROM projects',
  names: `SELECT projects.project_id, trace_id, facet, value, spans, unnamed FROM
    (SELECT trace, trace_facets.spans, unnamed, facet_values.project, facet, facet_values.value FROM trace_facets JOIN facet_values ON facet_values.id = trace_facets.value)
    JOIN traces ON traces.id = trace JOIN projects ON projects.id = traces.project`,
  namesInSessions: `SELECT projects.project_id, session_id, field, value, traces FROM names_in_sessions
    JOIN sessions ON sessions.id = session JOIN projects ON projects.id = sessions.project`,
  sessionNames:
    'SELECT project_id, field, value, sessions FROM session_names JOIN projects ON projects.id = project',
  nameless: 'SELECT facet, value, traces, spans FROM facet_values',
  keys: 'SELECT key, key_type, entity_type FROM attribute_keys',
  attributes: `SELECT traces.trace_id, spans.span_id, attribute_keys.key, indexed.value FROM indexed_attributes AS indexed
    JOIN attribute_keys ON attribute_keys.id = indexed.key JOIN spans ON spans.id = indexed.span
    JOIN traces ON traces.id = indexed.trace`,
  contentSets: 'SELECT COUNT(*) AS n FROM content_sets',
  attributeRows: 'SELECT COUNT(*) AS n FROM attribute_index',
  searchRows: 'SELECT COUNT(*) AS n FROM search_spans',
  texts: 'SELECT traces.trace_id, hash FROM search_texts JOIN traces ON traces.id = search_texts.trace',
  extractions: 'SELECT * FROM extractions',
  resources: 'SELECT hex(bytes) AS bytes, uses FROM resources',
  scopes: 'SELECT hex(bytes) AS bytes, uses FROM scopes',
};

const IDS = new Set(['id', 'project']);

/** What a database holds, in one order, whatever ids its rows have. */
export function contentsOf(database: Database): Record<string, string[]> {
  const plain = (row: object): string =>
    JSON.stringify(
      Object.entries(row).filter(([name]) => !IDS.has(name)),
      (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    );
  addPreviewFunction(database);
  return Object.fromEntries(
    Object.entries(QUERIES).map(([name, sql]) => [
      name,
      database.prepare<[], object>(sql).safeIntegers().all().map(plain).sort(),
    ]),
  );
}
