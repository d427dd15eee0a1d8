import type { StatsGroup } from '../../contract/stats.ts';
import { COST_UNITS_PER_DOLLAR } from '../rows/span-row.ts';
import { COUNTED_CALL, COUNTED_USAGE } from '../traces/tree-node.ts';
import { TimeList, timesSql, type CallTimes } from './call-times.ts';
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

export const inDollars = (cost: number): number => cost / COST_UNITS_PER_DOLLAR;

/** What spans and traces add up to; the cost in the units of the store, so that sums are exact. */
export const SUMMED = [
  'llm_calls',
  'tool_calls',
  'errors',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'total_cost',
  'unpriced_calls',
] as const;

type Summed = Readonly<Record<(typeof SUMMED)[number], number>>;

/** Sums of what goes under one value. */
export interface SumRow extends Summed {
  readonly value: number | string;
  readonly traces: number;
  readonly spans: number;
}

/** Sums with the times of the calls that they are of. */
export type TimedSums = SumRow & { readonly times: CallTimes };

/** What the traces that start in a minute have, by that minute and by what they go under: whatever is asked for adds up from it. */
export type FiguresByMinute = Map<number, TimedSums[]>;

/** Minutes are numbered from 1970 on: no time is stored that lies before. */
export const MINUTE_NS = 60_000_000_000;
const MINUTE = `traces.start_ns / ${MINUTE_NS}`;

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

/** All under one value. */
export const UNDIVIDED: Grouping = { of: 'traces', sql: '0' };

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

/** TOTAL where numbers are untrusted: a SUM that does not fit into 64 bits fails; up to 2^53 they are the same. */
const SUMS_OF_TRACES = `COUNT(*) AS traces, SUM(span_count) AS spans, SUM(llm_call_count) AS llm_calls,
  SUM(tool_call_count) AS tool_calls, SUM(error_count) AS errors, TOTAL(input_tokens) AS input_tokens,
  TOTAL(output_tokens) AS output_tokens, TOTAL(total_tokens) AS total_tokens, TOTAL(cache_read_tokens) AS cache_read_tokens,
  TOTAL(cache_write_tokens) AS cache_write_tokens, TOTAL(reasoning_tokens) AS reasoning_tokens, TOTAL(total_cost) AS total_cost,
  SUM(unpriced_call_count) AS unpriced_calls`;
const USAGE = `spans.counted & ${COUNTED_USAGE}`;
const CALL = `spans.counted & ${COUNTED_CALL}`;
const TOOL = "spans.observation_type = 'tool'";
const UNPRICED = 'spans.cost_known = 0';
const TOTAL_TOKENS =
  'COALESCE(spans.total_tokens, COALESCE(spans.input_tokens, 0) + COALESCE(spans.output_tokens, 0))';
const usage = (sql: string): string => `TOTAL(${sql}) FILTER (WHERE ${USAGE})`;
const SUMS_OF_SPANS = `COUNT(DISTINCT spans.trace) AS traces, COUNT(*) AS spans, COUNT(*) FILTER (WHERE ${CALL}) AS llm_calls,
  COUNT(*) FILTER (WHERE ${TOOL}) AS tool_calls, SUM(spans.has_error) AS errors,
  ${usage('spans.input_tokens')} AS input_tokens, ${usage('spans.output_tokens')} AS output_tokens,
  ${usage(TOTAL_TOKENS)} AS total_tokens, ${usage('spans.cache_read_tokens')} AS cache_read_tokens,
  ${usage('spans.cache_write_tokens')} AS cache_write_tokens, ${usage('spans.reasoning_tokens')} AS reasoning_tokens,
  ${usage('spans.total_cost')} AS total_cost, COUNT(*) FILTER (WHERE ${USAGE} AND ${UNPRICED}) AS unpriced_calls`;
const SPANS_OF_TRACES = 'FROM traces JOIN spans ON spans.trace = traces.id';

/** Whose times are known: what still runs ends, in its placeholder, as it begins. */
const ENDED = 'spans.running = 0';
const LATENCY = `IIF(${ENDED}, MAX(spans.end_ns - spans.start_ns, 0) / 1e6, NULL)`;

interface MinuteRow extends SumRow {
  readonly minute: number;
}

/** The figures of each minute and value; what has no value is left out. */
export function figuresOf(statements: Statements, range: StatsRange, grouping: Grouping): FiguresByMinute {
  const rows = grouping.of === 'traces' ? ofTraces : ofSpans;
  const byMinute: FiguresByMinute = new Map();
  for (const { minute, ...sums } of rows(statements, range, grouping)) {
    const figures = byMinute.get(minute);
    if (figures) figures.push(sums);
    else byMinute.set(minute, [sums]);
  }
  return byMinute;
}

type TimedRow = MinuteRow & { readonly times: CallTimes };

function ofSpans(statements: Statements, range: StatsRange, { sql, tools }: Grouping): TimedRow[] {
  const where = rangeOf(range).add(`${sql} IS NOT NULL`);
  const rows = statements.all<MinuteRow & { readonly gathered: string }>(
    `SELECT ${MINUTE} AS minute, ${sql} AS value, ${SUMS_OF_SPANS}, ${timesSql(`${tools ? TOOL : CALL} AND ${ENDED}`)} AS gathered
     ${SPANS_OF_TRACES} WHERE ${where.sql} GROUP BY 1, 2`,
    where.values,
  );
  return rows.map(({ gathered, ...sums }) => {
    const times = new TimeList();
    times.addAll(gathered);
    return { ...sums, times: times.times() };
  });
}

function ofTraces(statements: Statements, range: StatsRange, { sql }: Grouping): TimedRow[] {
  const where = rangeOf(range).add(`${sql} IS NOT NULL`);
  const rows = statements.all<MinuteRow>(
    `SELECT ${MINUTE} AS minute, ${sql} AS value, ${SUMS_OF_TRACES} FROM traces WHERE ${where.sql} GROUP BY 1, 2`,
    where.values,
  );
  const times = timesOfTraces(statements, where, sql);
  return rows.map((sums) => ({ ...sums, times: times.get(placeOf(sums))!.times() }));
}

type Place = Pick<MinuteRow, 'minute' | 'value'>;
const placeOf = ({ minute, value }: Place): string => `${minute} ${value}`;

/** Trace by trace, because SQLite would sort all calls to put them into groups. */
function timesOfTraces(statements: Statements, where: Where, sql: string): Map<string, TimeList> {
  const rows = statements.all<Place & { readonly gathered: string }>(
    `SELECT ${MINUTE} AS minute, ${sql} AS value,
       (SELECT ${timesSql('1')} FROM spans WHERE spans.trace = traces.id AND ${CALL} AND ${ENDED}) AS gathered
     FROM traces WHERE ${where.sql}`,
    where.values,
  );
  const byPlace = new Map<string, TimeList>();
  for (const { gathered, ...at } of rows) {
    const place = placeOf(at);
    let times = byPlace.get(place);
    if (!times) byPlace.set(place, (times = new TimeList()));
    times.addAll(gathered);
  }
  return byPlace;
}

/** A span as far as the figures of agents need it. */
export interface AgentSpan extends Summed {
  readonly trace: number;
  readonly span_id: string;
  readonly parent_span_id: string | null;
  readonly agent_name: string | null;
  /** Null while it runs. */
  readonly latency: number | null;
  readonly first_token: number | null;
}

/** All spans of the traces that have an agent, trace by trace, with the minute in which it starts. */
export function* spansUnderAgents(
  statements: Statements,
  range: StatsRange,
): Generator<{ readonly minute: number; readonly spans: readonly AgentSpan[] }> {
  const where = rangeOf(range).add("traces.agents <> '[]'");
  const traces = statements.all<{ id: number; minute: number }>(
    `SELECT traces.id, ${MINUTE} AS minute FROM traces WHERE ${where.sql}`,
    where.values,
  );
  for (const { id, minute } of traces) {
    const spans = statements.all<AgentSpan>(
      `SELECT spans.trace, spans.span_id, spans.parent_span_id, spans.agent_name,
         (${CALL}) <> 0 AS llm_calls, ${TOOL} AS tool_calls, spans.has_error AS errors,
         ${['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens']
           .map((name) => `IIF(${USAGE}, COALESCE(spans.${name}, 0), 0) AS ${name}`)
           .join(', ')},
         IIF(${USAGE}, ${TOTAL_TOKENS}, 0) AS total_tokens,
         IIF(${USAGE}, spans.total_cost, 0) AS total_cost, (${USAGE}) <> 0 AND ${UNPRICED} AS unpriced_calls,
         ${LATENCY} AS latency, spans.time_to_first_token_ms AS first_token
       FROM spans WHERE spans.trace = ?`,
      [id],
    );
    yield { minute, spans };
  }
}
