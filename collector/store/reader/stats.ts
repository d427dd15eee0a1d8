import type { StatsGroup } from '../../contract/stats.ts';
import { COST_UNITS_PER_DOLLAR } from '../span-row.ts';
import { COUNTED_CALL, COUNTED_USAGE } from '../trace-tree.ts';
import { addTimes, noTimes, timesSql, type CallTimes } from './call-times.ts';
import { addFilters, type StoredFilter } from './filters.ts';
import { Where, type Statements } from './list-query.ts';

/** Which traces the figures are of, as the list of traces has it. */
export interface StatsRange {
  readonly project: number;
  readonly from?: bigint | undefined;
  readonly to?: bigint | undefined;
  readonly environment?: readonly string[] | undefined;
  readonly filters?: readonly StoredFilter[] | undefined;
  /** False leaves out traces without any AI span. */
  readonly includeNongenai?: boolean | undefined;
}

/** Sums of what goes under one value: a start of an interval in its units, a name, or nothing for all. */
export interface SumRow {
  readonly value: number | string | null;
  readonly traces: number;
  readonly spans: number;
  readonly llm_calls: number;
  readonly tool_calls: number;
  readonly errors: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly reasoning_tokens: number;
  readonly total_cost: number;
}

/** Sums with the times of the calls that they are of. */
export type TimedSums = SumRow & { readonly times: CallTimes };

/** What figures are put under, in SQL. `of` says whether whole traces or single spans go there. */
export interface Grouping {
  readonly of: 'traces' | 'spans';
  readonly sql: string;
  /** Whose times count: model calls, or tool calls. */
  readonly tools?: boolean;
}

/** All but `agent`, whose calls are found by going up the tree. */
export const GROUPINGS: Readonly<Record<Exclude<StatsGroup, 'agent'>, Grouping>> = {
  model: { of: 'spans', sql: 'COALESCE(spans.response_model, spans.request_model)' },
  framework: { of: 'spans', sql: 'spans.framework' },
  provider: { of: 'spans', sql: 'spans.system' },
  tool: { of: 'spans', sql: 'spans.tool_name', tools: true },
  environment: { of: 'traces', sql: 'traces.environment' },
  user: { of: 'traces', sql: 'traces.user_id' },
};

function rangeOf({ project, from, to, environment, filters, includeNongenai }: StatsRange): Where {
  const where = new Where()
    .add('traces.project = ?', project)
    .when(from, 'traces.start_ns >= ?')
    .when(to, 'traces.start_ns <= ?')
    .when(environment, 'traces.environment IN (SELECT value FROM json_each(?))', (value) => [
      JSON.stringify(value),
    ]);
  if (includeNongenai === false) where.add('traces.genai = 1');
  addFilters(where, 'traces', project, filters);
  return where;
}

/** When the first and the last of the traces started, in nanoseconds as numbers; undefined without traces. */
export function extent(
  statements: Statements,
  range: StatsRange,
): { first: number; last: number } | undefined {
  const { sql, values } = rangeOf(range);
  // Each by itself: an index then knows its end.
  const row = statements.get<{ first: number | null; last: number | null }>(
    `SELECT (SELECT MIN(traces.start_ns) FROM traces WHERE ${sql}) AS first,
       (SELECT MAX(traces.start_ns) FROM traces WHERE ${sql}) AS last`,
    [...values, ...values],
  );
  return row?.first == null || row.last == null ? undefined : { first: row.first, last: row.last };
}

/** In the units of the store. TOTAL where numbers are untrusted: a SUM that does not fit into 64 bits fails; up to 2^53 they are the same. */
const SUMS_OF_TRACES = `COUNT(*) AS traces, SUM(span_count) AS spans, SUM(llm_call_count) AS llm_calls,
  SUM(tool_call_count) AS tool_calls, SUM(error_count) AS errors, TOTAL(input_tokens) AS input_tokens,
  TOTAL(output_tokens) AS output_tokens, TOTAL(total_tokens) AS total_tokens, TOTAL(cache_read_tokens) AS cache_read_tokens,
  TOTAL(cache_write_tokens) AS cache_write_tokens, TOTAL(reasoning_tokens) AS reasoning_tokens, TOTAL(total_cost) AS total_cost`;
const SUMMED = [
  'traces',
  'spans',
  'llm_calls',
  'tool_calls',
  'errors',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
];
const IN_DOLLARS = `${SUMMED.join(', ')}, total_cost / ${COST_UNITS_PER_DOLLAR} AS total_cost`;
const SUMS_OF_SUMS = `${SUMMED.map((name) => `SUM(${name})`).join(', ')}, SUM(total_cost) / ${COST_UNITS_PER_DOLLAR}`;

const USAGE = `spans.counted & ${COUNTED_USAGE}`;
const CALL = `spans.counted & ${COUNTED_CALL}`;
const TOOL = "spans.observation_type = 'tool'";
const TOTAL_TOKENS =
  'COALESCE(spans.total_tokens, COALESCE(spans.input_tokens, 0) + COALESCE(spans.output_tokens, 0))';
const usage = (sql: string): string => `TOTAL(${sql}) FILTER (WHERE ${USAGE})`;
const SUMS_OF_SPANS = `COUNT(DISTINCT spans.trace) AS traces, COUNT(*) AS spans, COUNT(*) FILTER (WHERE ${CALL}) AS llm_calls,
  COUNT(*) FILTER (WHERE ${TOOL}) AS tool_calls, SUM(spans.has_error) AS errors,
  ${usage('spans.input_tokens')} AS input_tokens, ${usage('spans.output_tokens')} AS output_tokens,
  ${usage(TOTAL_TOKENS)} AS total_tokens, ${usage('spans.cache_read_tokens')} AS cache_read_tokens,
  ${usage('spans.cache_write_tokens')} AS cache_write_tokens, ${usage('spans.reasoning_tokens')} AS reasoning_tokens,
  ${usage('spans.total_cost')} / ${COST_UNITS_PER_DOLLAR} AS total_cost`;
const SPANS_OF_TRACES = 'FROM traces JOIN spans ON spans.trace = traces.id';

const LATENCY = 'MAX(spans.end_ns - spans.start_ns, 0) / 1e6';

/** The figures of all traces, and those of each interval of `nanos` in which one starts, by its number since 1970. */
export function seriesOf(
  statements: Statements,
  range: StatsRange,
  nanos: number,
): { totals: TimedSums | undefined; points: TimedSums[] } {
  const where = rangeOf(range);
  const point = `traces.start_ns / ${nanos}`;
  const [totals, ...points] = statements.all<SumRow>(
    `WITH points AS MATERIALIZED (SELECT ${point} AS value, ${SUMS_OF_TRACES} FROM traces WHERE ${where.sql} GROUP BY 1)
     SELECT value, ${IN_DOLLARS} FROM points UNION ALL SELECT NULL, ${SUMS_OF_SUMS} FROM points ORDER BY 1`,
    where.values,
  );
  const times = timesBy(statements, range, point);
  const all = noTimes();
  for (const { latencies, firstTokens } of times.values()) {
    for (const latency of latencies) all.latencies.push(latency);
    for (const firstToken of firstTokens) all.firstTokens.push(firstToken);
  }
  return { totals: totals && { ...totals, times: all }, points: withTimes(points, times) };
}

/** The figures of each value; what has none is left out. */
export function groupsOf(statements: Statements, range: StatsRange, grouping: Grouping): TimedSums[] {
  const { of, sql } = grouping;
  const where = rangeOf(range).add(`${sql} IS NOT NULL`);
  if (of === 'traces') {
    const sums = statements.all<SumRow>(
      `WITH found AS (SELECT ${sql} AS value, ${SUMS_OF_TRACES} FROM traces WHERE ${where.sql} GROUP BY 1)
       SELECT value, ${IN_DOLLARS} FROM found ORDER BY 1`,
      where.values,
    );
    return withTimes(sums, timesBy(statements, range, sql));
  }
  const rows = statements.all<SumRow & { readonly gathered: string }>(
    `SELECT ${sql} AS value, ${SUMS_OF_SPANS}, ${timesSql(grouping.tools ? TOOL : CALL)} AS gathered
     ${SPANS_OF_TRACES} WHERE ${where.sql} GROUP BY 1 ORDER BY 1`,
    where.values,
  );
  return rows.map(({ gathered, ...sums }) => {
    const times = noTimes();
    addTimes(times, gathered);
    return { ...sums, times };
  });
}

/**
 * The times of the model calls, by what their trace goes under: trace by trace, because SQLite would sort all calls to put
 * them into groups.
 */
function timesBy(statements: Statements, range: StatsRange, sql: string): Map<SumRow['value'], CallTimes> {
  const where = rangeOf(range).add(`${sql} IS NOT NULL`);
  const rows = statements.all<{ value: SumRow['value']; gathered: string }>(
    `SELECT ${sql} AS value, (SELECT ${timesSql('1')} FROM spans WHERE spans.trace = traces.id AND ${CALL}) AS gathered
     FROM traces WHERE ${where.sql}`,
    where.values,
  );
  const byValue = new Map<SumRow['value'], CallTimes>();
  for (const { value, gathered } of rows) {
    let times = byValue.get(value);
    if (!times) byValue.set(value, (times = noTimes()));
    addTimes(times, gathered);
  }
  return byValue;
}

const withTimes = (sums: readonly SumRow[], times: ReadonlyMap<SumRow['value'], CallTimes>): TimedSums[] =>
  sums.map((sum) => ({ ...sum, times: times.get(sum.value) ?? noTimes() }));

/** A span as far as the figures of agents need it; its cost in the units of the store, so that sums are exact. */
export interface AgentSpan extends Omit<SumRow, 'value' | 'traces' | 'spans'> {
  readonly trace: number;
  readonly span_id: string;
  readonly parent_span_id: string | null;
  readonly agent_name: string | null;
  readonly latency: number;
  readonly first_token: number | null;
}

/** All spans of the traces that have an agent, trace by trace. */
export function* spansUnderAgents(statements: Statements, range: StatsRange): Generator<AgentSpan[]> {
  const where = rangeOf(range).add("traces.agents <> '[]'");
  const traces = statements.all<{ id: number }>(
    `SELECT traces.id FROM traces WHERE ${where.sql}`,
    where.values,
  );
  for (const { id } of traces)
    yield statements.all<AgentSpan>(
      `SELECT spans.trace, spans.span_id, spans.parent_span_id, spans.agent_name,
         (${CALL}) <> 0 AS llm_calls, ${TOOL} AS tool_calls, spans.has_error AS errors,
         ${['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens']
           .map((name) => `IIF(${USAGE}, COALESCE(spans.${name}, 0), 0) AS ${name}`)
           .join(', ')},
         IIF(${USAGE}, ${TOTAL_TOKENS}, 0) AS total_tokens,
         IIF(${USAGE}, spans.total_cost, 0) AS total_cost,
         ${LATENCY} AS latency, spans.time_to_first_token_ms AS first_token
       FROM spans WHERE spans.trace = ?`,
      [id],
    );
}
