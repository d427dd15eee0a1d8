import { SPAN_ROW_COLUMNS, TRACE_COLUMNS, selectColumns } from '../rows/columns.ts';
import type { ReadableDatabase } from '../file/database.ts';
import { NO_PREVIEWS } from '../chunks/previews.ts';
import { MOST_OF_A_SESSION } from '../traces/session-sum.ts';
import { ExactTotals, usageOf } from '../traces/exact-totals.ts';
import { asFacts, type StoredFacts } from '../traces/trace-cache.ts';
import { TraceSummary } from '../traces/trace-summary.ts';
import { COUNTED_CALL, COUNTED_USAGE } from '../traces/tree-node.ts';
import { EXTRACTION_VERSION } from '../../lib/version.ts';
import { NO_CONTENT_CHECKS, wrongChunks } from './wrong-chunks.ts';

/** Log records may say what the spans do not: these two are not of the spans alone. */
const RECOUNTED = TRACE_COLUMNS.filter((name) => name !== 'inputPreview' && name !== 'outputPreview');

/** Where what is kept beside the spans is not what they add up to: how many of what, and one of them. */
export interface Mismatch {
  readonly what: string;
  readonly count: number;
  readonly example: string;
}

/** The sum of a column as sessions keep it: SQLite's own fails where it does not fit into 64 bits. */
function boundedSum(column: string): string {
  const [high, low] = [`SUM(${column} >> 32)`, `SUM(${column} & 4294967295)`];
  return `IIF(${high} + (${low} >> 32) < ${MOST_OF_A_SESSION >> 32n}, (${high} << 32) + ${low}, ${MOST_OF_A_SESSION})`;
}

/** What stands in the row of the first trace of a session that has it. */
const firstOf = (column: string, name: string, direction = ''): string =>
  `(SELECT ${column} FROM traces WHERE session = sessions.id AND ${name} IS NOT NULL
    ORDER BY start_ns ${direction}, trace_id ${direction} LIMIT 1)`;
const showsOther = (name: string, at: string, direction?: string): string =>
  `sessions.${name} IS NOT ${firstOf(name, name, direction)} OR ${at} IS NOT ${firstOf('start_ns', name, direction)}`;
const listsOther = (list: string): string => {
  const names = `FROM names_in_sessions WHERE session = sessions.id AND field = '${list}'`;
  return `EXISTS (SELECT value FROM json_each(${list}) EXCEPT SELECT value ${names})
    OR json_array_length(${list}) <> MIN(100, (SELECT COUNT(*) ${names}))`;
};

/** Rows that are wrong, by what is wrong with them: each names itself in its column `name`. */
const CHECKS: Readonly<Record<string, string>> = {
  'sessions whose totals are not those of their traces': `
    SELECT session_id AS name FROM sessions LEFT JOIN (
      SELECT session, COUNT(*) AS traces, SUM(span_count) AS spans, SUM(error_count) AS errors, ${boundedSum('input_tokens')} AS input,
        ${boundedSum('output_tokens')} AS output, ${boundedSum('total_tokens')} AS tokens, ${boundedSum('total_cost')} AS cost,
        SUM(unpriced_call_count) AS unpriced, MIN(start_ns) AS first, MAX(end_ns) AS last
      FROM traces WHERE session IS NOT NULL GROUP BY session
    ) AS sums ON sums.session = sessions.id
    WHERE trace_count IS NOT traces OR span_count IS NOT spans OR error_count IS NOT errors OR input_tokens IS NOT input
      OR output_tokens IS NOT output OR total_tokens IS NOT tokens OR total_cost IS NOT cost OR unpriced_call_count IS NOT unpriced OR start_ns IS NOT first OR end_ns IS NOT last`,
  'sessions that show what their traces do not say': `
    SELECT session_id AS name FROM sessions WHERE ${[
      showsOther('user_id', 'user_at'),
      showsOther('environment', 'environment_at'),
      showsOther('service_name', 'service_at'),
      showsOther('input_preview', 'input_at'),
      showsOther('output_preview', 'output_at', 'DESC'),
      ...['models', 'agents', 'frameworks'].map(listsOther),
    ].join(' OR ')}`,
  'names of sessions that are not those of their traces': `
    SELECT COALESCE(kept.value, counted.value) AS name FROM names_in_sessions AS kept FULL JOIN (
      SELECT session, project, field, value, COUNT(*) AS n FROM (
        SELECT session, project, 'trace_name' AS field, trace_name AS value FROM traces
        UNION ALL SELECT session, project, 'models', model.value FROM traces, json_each(models) AS model
        UNION ALL SELECT session, project, 'agents', agent.value FROM traces, json_each(agents) AS agent
        UNION ALL SELECT session, project, 'frameworks', framework FROM traces WHERE framework IS NOT NULL
        UNION ALL SELECT COALESCE(traces.session, doomed_traces.session), names.project, facet, names.value
          FROM facet_values AS names JOIN trace_facets AS named ON named.value = names.id
          LEFT JOIN traces ON traces.id = named.trace LEFT JOIN doomed_traces ON doomed_traces.trace = named.trace
          WHERE facet IN ('tag', 'framework', 'model', 'agent', 'tool', 'status_code')
      ) WHERE session IS NOT NULL GROUP BY session, project, field, value
    ) AS counted USING (session, project, field, value)
    WHERE traces IS NOT n`,
  'names of sessions whose counts are not those of the sessions': `
    SELECT COALESCE(kept.value, counted.value) AS name FROM session_names AS kept FULL JOIN (
      SELECT project, field, value, COUNT(*) AS n FROM (
        SELECT project, field, value FROM names_in_sessions WHERE field NOT IN ('models', 'agents', 'frameworks')
        UNION ALL SELECT project, 'environment', environment FROM sessions
        UNION ALL SELECT project, 'user_id', user_id FROM sessions
        UNION ALL SELECT project, 'service_name', service_name FROM sessions
      ) WHERE value IS NOT NULL GROUP BY project, field, value
    ) AS counted USING (project, field, value)
    WHERE sessions IS NOT n`,
  'traces whose session is missing': `
    SELECT trace_id AS name FROM traces WHERE session IS NOT NULL AND session NOT IN (SELECT id FROM sessions)`,
  'projects whose counts are not those of what they hold': `
    SELECT project_id AS name FROM projects
    LEFT JOIN (SELECT project, COUNT(*) AS n, SUM(genai) AS genai, SUM(span_count) AS spans FROM traces GROUP BY project) AS t ON t.project = projects.id
    LEFT JOIN (SELECT project, COUNT(*) AS n FROM sessions GROUP BY project) AS s ON s.project = projects.id
    LEFT JOIN (SELECT project, SUM(raw_size) AS bytes FROM spans GROUP BY project) AS r ON r.project = projects.id
    LEFT JOIN (SELECT project, COUNT(*) AS n, SUM(raw_size) AS bytes FROM log_records GROUP BY project) AS l ON l.project = projects.id
    LEFT JOIN (SELECT project, SUM(point_count) AS n FROM metric_series GROUP BY project) AS m ON m.project = projects.id
    WHERE trace_count <> COALESCE(t.n, 0) OR genai_trace_count <> COALESCE(t.genai, 0) OR span_count <> COALESCE(t.spans, 0)
      OR session_count <> COALESCE(s.n, 0) OR raw_bytes <> COALESCE(r.bytes, 0) OR log_count <> COALESCE(l.n, 0)
      OR log_bytes <> COALESCE(l.bytes, 0) OR point_count <> COALESCE(m.n, 0)`,
  'names of traces whose counts are not those of the traces': `
    SELECT COALESCE(kept.value, counted.value) AS name FROM trace_names AS kept FULL JOIN (
      SELECT project, field, value, COUNT(*) AS n, SUM(genai) AS genai, SUM(spans) AS spans FROM (
        SELECT project, 'environment' AS field, environment AS value, genai, 0 AS spans FROM traces
        UNION ALL SELECT project, 'service_name', service_name, genai, 0 FROM traces
        UNION ALL SELECT project, 'user_id', user_id, genai, 0 FROM traces
        UNION ALL SELECT project, 'session_id', session_id, genai, 0 FROM traces
        UNION ALL SELECT project, 'trace_name', trace_name, genai, span_count FROM traces
      ) WHERE value IS NOT NULL GROUP BY project, field, value
    ) AS counted USING (project, field, value)
    WHERE traces IS NOT n OR genai_traces IS NOT genai OR kept.spans IS NOT counted.spans`,
  'names of spans whose counts are not those of the traces that carry them': `
    SELECT names.value AS name FROM facet_values AS names
    LEFT JOIN (SELECT value, COUNT(*) AS n, SUM(spans + unnamed) AS spans FROM trace_facets GROUP BY value) AS held ON held.value = names.id
    WHERE traces <> COALESCE(n, 0) OR names.spans <> COALESCE(held.spans, 0)`,
  'traces whose spans are not each of one session, or of one user': `
    SELECT traces.trace_id AS name FROM facet_values AS names
    JOIN trace_facets AS named ON named.value = names.id JOIN traces ON traces.id = named.trace
    WHERE facet IN ('user_id', 'session_id') AND reindexed IS NULL GROUP BY traces.id, facet
    HAVING SUM(named.spans + unnamed) <> span_count
      OR SUM(unnamed) <> SUM(IIF(names.value = IIF(facet = 'user_id', traces.user_id, traces.session_id), unnamed, 0))`,
  'spans that wait for search, counted otherwise': `
    SELECT CAST(kept AS TEXT) AS name FROM (SELECT COALESCE(SUM(spans), 0) AS kept FROM search_waiting)
    WHERE kept <> (SELECT COUNT(*) FROM search_queue)`,
  'metrics whose count is not that of their points': `
    SELECT name FROM metric_series
    WHERE point_count <> (SELECT COUNT(*) FROM metric_points WHERE series = metric_series.id)`,
  'versions of extraction whose count is not that of their spans': `
    SELECT CAST(version AS TEXT) AS name FROM (
      SELECT version, spans FROM extractions EXCEPT SELECT extraction, SUM(span_count) FROM traces GROUP BY extraction)`,
  'spans whose trace is missing': `
    SELECT span_id AS name FROM spans
    WHERE trace NOT IN (SELECT id FROM traces) AND trace NOT IN (SELECT trace FROM doomed_traces)`,
  'spans whose content is missing':
    'SELECT span_id AS name FROM spans WHERE chunk NOT IN (SELECT id FROM chunks)',
  'log records whose content is missing': `
    SELECT CAST(id AS TEXT) AS name FROM log_records WHERE chunk NOT IN (SELECT id FROM chunks)`,
};

export interface RecountProgress {
  readonly total: (steps: number) => void;
  readonly step: () => void;
}
/** For callers that show no progress. */
export const NO_PROGRESS: RecountProgress = { total: () => {}, step: () => {} };

/**
 * Counts everything again that is kept beside the spans, and unpacks all content, of which `checks` tell more. In one read
 * transaction, so that it may run beside a collector. Throws what SQLite throws where a page can't be read.
 */
export function recount(
  database: ReadableDatabase,
  progress = NO_PROGRESS,
  checks = NO_CONTENT_CHECKS,
): Mismatch[] {
  return database.transaction(() => {
    const count = (table: string): number =>
      database.prepare<[], number>(`SELECT COUNT(*) FROM ${table}`).pluck().get() ?? 0;
    progress.total(count('traces') + count('chunks'));
    const others = Object.entries(CHECKS).map(([what, sql]) => mismatch(what, namesIn(database, sql)));
    return [
      mismatch('traces whose totals are not those of their spans', wrongTraces(database, progress)),
      mismatch('pieces of content that can not be read', wrongChunks(database, checks, progress.step)),
      ...others,
    ].filter(({ count: wrong }) => wrong > 0);
  })();
}

const namesIn = (database: ReadableDatabase, sql: string): Iterable<string> =>
  database.prepare<[], string>(sql).pluck().iterate();

function mismatch(what: string, names: Iterable<string>): Mismatch {
  let [count, example] = [0, ''];
  for (const name of names) if (count++ === 0) example = name;
  return { what, count, example };
}

function* wrongTraces(database: ReadableDatabase, { step }: RecountProgress): Generator<string> {
  const traces = database
    .prepare<[number | bigint], { id: bigint; name: string }>(
      `SELECT id, trace_id AS name, reindexed, extraction, ${selectColumns(RECOUNTED)} FROM traces WHERE id > ? ORDER BY id LIMIT 1000`,
    )
    .safeIntegers();
  const spans = database
    .prepare<[bigint], StoredFacts>(
      `SELECT counted, ${selectColumns(SPAN_ROW_COLUMNS)} FROM spans WHERE trace = ?`,
    )
    .safeIntegers();
  for (let last: number | bigint = -1; ;) {
    const batch: (Record<string, unknown> & { id: bigint; name: string })[] = traces.all(last);
    if (batch.length === 0) return;
    last = batch.at(-1)!.id;
    for (const trace of batch) {
      step();
      // Its spans are being extracted anew: it is summed up with the last of them.
      if (trace['reindexed'] !== null) continue;
      const summary = new TraceSummary();
      // Which spans count may be said otherwise since, and then follows with their extraction.
      const marked = Number(trace['extraction']) < EXTRACTION_VERSION ? new ExactTotals() : null;
      let llmCallCount = 0;
      for (const row of spans.iterate(trace.id)) {
        const facts = asFacts(row);
        summary.add({ ...facts, ...NO_PREVIEWS });
        summary.tree.assumeStored(facts.spanId, facts.counted);
        const usage = marked !== null && facts.counted & COUNTED_USAGE ? usageOf(facts) : null;
        if (usage !== null) marked?.add(usage, 1);
        if (facts.counted & COUNTED_CALL) llmCallCount++;
      }
      const columns = { ...summary.columns(), ...(marked !== null && { ...marked.totals, llmCallCount }) };
      const isRight = RECOUNTED.every((name) => String(trace[name]) === String(columns[name]));
      if (!isRight || (marked === null && summary.tree.hasChanged)) yield trace.name;
    }
  }
}
