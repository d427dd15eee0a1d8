import type { PageMeta } from '../../contract/common.ts';
import type { TRACE_SORTS, TraceSummary } from '../../contract/traces.ts';
import { COST_UNITS_PER_DOLLAR } from '../span-row.ts';
import { AI_FACETS, type Facet } from '../traces/trace-facets.ts';
import { isDeleting } from './doomed.ts';
import { addFilters, ofProject, type StoredFilter } from './filters.ts';
import {
  countTraces,
  findName,
  keptCounts,
  type KeptCounts,
  type KeptName,
  type TraceCounts,
} from './kept-names.ts';
import { placeOfField } from './filter-fields.ts';
import type { TraceFilter } from './list-filters.ts';
import { Where, orderBy, pageMeta, type Statements } from './list-query.ts';
import { restrictionOf, spanNameOf, traceNamesOf, traceRestrictions } from './restrictions.ts';
import { addSearch } from './search.ts';
import { formatMicros } from '../../contract/format-time.ts';

/** What `order_by` may name on a list of traces. */
export const TRACE_ORDER = {
  start_time: 'start_ns',
  end_time: 'end_ns',
  duration_ms: 'duration_ns',
  span_count: 'span_count',
  input_tokens: 'input_tokens',
  output_tokens: 'output_tokens',
  total_tokens: 'total_tokens',
  total_cost: 'total_cost',
  trace_name: 'trace_name',
} as const satisfies Record<(typeof TRACE_SORTS)[number], string>;

const COLUMNS = `traces.id, trace_id, trace_name, start_ns / 1000 AS start_us, end_ns / 1000 AS end_us,
  duration_ns / 1e6 AS duration_ms, session_id, user_id, environment, span_count, service_name, framework,
  input_tokens, output_tokens, total_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens,
  input_cost, output_cost, total_cost, unpriced_call_count, observation_count, llm_call_count, tool_call_count, error_count,
  running_span_count, models, agents, tags, input_preview, output_preview, is_complete`;

type JsonColumns = 'models' | 'agents' | 'tags';
export type TraceRow = Omit<
  TraceSummary,
  JsonColumns | 'start_time' | 'end_time' | 'has_error' | 'is_complete'
> &
  Record<JsonColumns, string> & { id: number; start_us: number; end_us: number; is_complete: number };

export function traceSummary(row: TraceRow): TraceSummary {
  return {
    trace_id: row.trace_id,
    trace_name: row.trace_name,
    start_time: formatMicros(row.start_us),
    end_time: formatMicros(row.end_us),
    duration_ms: row.duration_ms,
    session_id: row.session_id,
    user_id: row.user_id,
    environment: row.environment,
    span_count: row.span_count,
    total_tokens: row.total_tokens,
    total_cost: row.total_cost / COST_UNITS_PER_DOLLAR,
    service_name: row.service_name,
    framework: row.framework,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cache_read_tokens: row.cache_read_tokens,
    cache_write_tokens: row.cache_write_tokens,
    reasoning_tokens: row.reasoning_tokens,
    input_cost: row.input_cost / COST_UNITS_PER_DOLLAR,
    output_cost: row.output_cost / COST_UNITS_PER_DOLLAR,
    unpriced_call_count: row.unpriced_call_count,
    observation_count: row.observation_count,
    llm_call_count: row.llm_call_count,
    tool_call_count: row.tool_call_count,
    error_count: row.error_count,
    running_span_count: row.running_span_count,
    has_error: row.error_count > 0,
    models: JSON.parse(row.models) as string[],
    agents: JSON.parse(row.agents) as string[],
    tags: JSON.parse(row.tags) as string[],
    input_preview: row.input_preview,
    output_preview: row.output_preview,
    is_complete: row.is_complete === 1,
  };
}

/** A page of a project's traces with the exact total. */
export function listTraces(
  statements: Statements,
  project: number,
  filter: TraceFilter,
): { data: TraceSummary[]; meta: PageMeta } {
  const counts = keptCounts(statements, project);
  const names = spanNamesIn(statements, project, filter);
  const kept = keptTotal(statements, project, filter, { counts, names });
  if (kept === 0) return { data: [], meta: pageMeta(filter, 0) };
  const rare = traceNamesIn(statements, project, filter).filter((name) =>
    isFoundSooner(name, counts, filter),
  );
  const isRare = rare.length > 0 || names.some((name) => name && isFoundSooner(name, counts, filter));
  const isFew = isOfFew(statements, project, filter, counts);
  const where = new Where().add(`${isRare ? '+' : ''}${ofTraces(filter)}`, project);
  if (countedIn(filter, counts) < counts.traces && !names.some(isOfAi))
    where.add(`${isFew ? '+' : ''}genai = 1`);
  for (const name of names) addName(where, name, isRare);
  for (const name of rare) addName(where, name, true);
  addParameters(where, project, filter);
  addFilters(
    where,
    'traces',
    project,
    filter.filters?.filter((one) => !namesSpans(one)),
  );
  addSearch(where, statements, 'traces', filter.search);
  const order = orderBy(filter.order, TRACE_ORDER, 'trace_id');
  // The rows before the page are counted off, and all rows sorted, by as little of them as that takes.
  const sorted = isFew ? order.replace('ORDER BY ', 'ORDER BY +') : order;
  const found = `SELECT traces.id FROM traces WHERE ${where.sql} ${sorted}`;
  const isCounted = kept === undefined && filter.filters?.some(isOfIndex) === true;
  const page = isCounted ? countedPage(found) : `SELECT id, NULL AS total FROM (${found} LIMIT ? OFFSET ?)`;
  const rows = statements.all<TraceRow & { readonly total: number | null }>(
    `SELECT ${COLUMNS}, page.total FROM (${page}) AS page CROSS JOIN traces ON traces.id = page.id ${order}`,
    [...where.values, filter.limit, (filter.page - 1) * filter.limit],
  );
  const count = (): number =>
    statements.count(`SELECT COUNT(*) AS n FROM traces WHERE ${where.sql}`, where.values);
  return {
    data: rows.map(traceSummary),
    meta: pageMeta(filter, kept ?? rows[0]?.total ?? endOf(filter, rows.length) ?? count()),
  };
}

/**
 * What the attribute index finds is looked up once for the page and the total; other rows are counted faster by themselves.
 * `LIMIT -1` has SQLite keep the order.
 */
const countedPage = (found: string): string =>
  `WITH found AS MATERIALIZED (${found} LIMIT -1)
    SELECT id, (SELECT COUNT(*) FROM found) AS total FROM found LIMIT ? OFFSET ?`;

const isOfIndex = ({ key }: StoredFilter): boolean => placeOfField('traces', key).at === 'index';

/** How many there are, where a page with `found` of them is the last; undefined where more, or none of them, may come before or after. */
const endOf = ({ page, limit }: TraceFilter, found: number): number | undefined =>
  found < limit && (found > 0 || page === 1) ? (page - 1) * limit + found : undefined;

/** A session's traces are found by their own index, and not by going through the project in order. */
const ofTraces = ({ session_id: session, filters }: TraceFilter): string =>
  session === undefined ? ofProject('project', filters) : '+project = ?';

/** Those of a session or of most users are few: SQLite is to find them by that and sort them, not to go along in order. */
function isOfFew(statements: Statements, project: number, filter: TraceFilter, counts: KeptCounts): boolean {
  if (filter.session_id !== undefined) return true;
  if (filter.user_id === undefined) return false;
  return isFoundSooner(countTraces(statements, project, 'user_id', [filter.user_id]), counts, filter);
}

const countedIn = ({ include_nongenai }: TraceFilter, counts: TraceCounts): number =>
  include_nongenai ? counts.traces : counts.genaiTraces;

/** The total of a list that nothing or one name restricts, as it is kept; undefined for any other. */
function keptTotal(
  statements: Statements,
  project: number,
  filter: TraceFilter,
  { counts, names }: { counts: KeptCounts; names: readonly (KeptName | undefined)[] },
): number | undefined {
  const [sole, ...others] = traceRestrictions(filter);
  if (sole === undefined) return countedIn(filter, counts);
  if (others.length > 0) return undefined;
  const own = traceNamesOf(sole);
  if (own !== undefined) return countedIn(filter, countTraces(statements, project, own.name, own.values));
  const [name] = names;
  const isKept = names.length === 1 && (countedIn(filter, counts) === counts.traces || isOfAi(name));
  return isKept && !isDeleting(statements, project) ? (name?.traces ?? 0) : undefined;
}

/** All traces with it have AI spans; so have those with a name that none has. */
const isOfAi = (name: KeptName | undefined): boolean => name === undefined || AI_FACETS.has(name.facet);

const PARAMETERS = ['framework', 'model', 'agent', 'tool', 'tag'] as const satisfies readonly Facet[];

const namesSpans = (filter: StoredFilter): boolean =>
  spanNameOf('traces', restrictionOf(filter)) !== undefined;

/** What is kept of the names that spans of the traces must have; undefined for one that none has. */
function spanNamesIn(statements: Statements, project: number, filter: TraceFilter): (KeptName | undefined)[] {
  const given = PARAMETERS.map((facet) => ({ facet, value: filter[facet] }));
  const filtered = filter.filters?.map((one) => spanNameOf('traces', restrictionOf(one))) ?? [];
  return [...given, ...filtered].flatMap((name) =>
    name?.value === undefined ? [] : [findName(statements, project, name.facet, name.value)],
  );
}

/** What is kept of the names that the traces must have themselves: some span of a trace carries each of them, too. */
function traceNamesIn(
  statements: Statements,
  project: number,
  { environment, filters = [] }: TraceFilter,
): KeptName[] {
  const named = environment === undefined ? [] : [{ key: 'environment', texts: environment }];
  return [...named, ...filters.map(restrictionOf)].flatMap((restriction) => {
    if (traceNamesOf(restriction) === undefined) return [];
    // Of spans the same key names the same.
    const name = spanNameOf('spans', restriction);
    return name === undefined ? [] : (findName(statements, project, name.facet, name.value) ?? []);
  });
}

/** Whether reading all traces with the name takes less than going through the project until the page is full. */
const isFoundSooner = (
  { traces }: Pick<KeptCounts, 'traces'>,
  counts: KeptCounts,
  { page, limit }: TraceFilter,
): boolean => traces * traces < page * limit * counts.traces;

function addName(where: Where, name: KeptName | undefined, isRare: boolean): void {
  if (name === undefined) where.add('0');
  else if (isRare) where.add('traces.id IN (SELECT trace FROM trace_facets WHERE value = ?)', name.id);
  else where.add('EXISTS (SELECT 1 FROM trace_facets WHERE value = ? AND trace = traces.id)', name.id);
}

function addParameters(where: Where, project: number, filter: TraceFilter): void {
  where
    .when(
      filter.session_id,
      'session = (SELECT id FROM sessions WHERE project = ? AND session_id = ?)',
      (value) => [project, value],
    )
    .when(filter.user_id, 'user_id = ?')
    .when(filter.environment, 'environment IN (SELECT value FROM json_each(?))', (value) => [
      JSON.stringify(value),
    ])
    .when(filter.from, 'start_ns >= ?')
    .when(filter.to, 'start_ns <= ?')
    .when(filter.has_error, '(error_count > 0) = ?', (value) => [value ? 1 : 0])
    .when(filter.min_duration_ms, 'duration_ns / 1e6 >= ?');
}

/** `project`: the id of its row. */
export function findTrace(statements: Statements, project: number, traceId: string): TraceRow | undefined {
  return statements.get<TraceRow>(`SELECT ${COLUMNS} FROM traces WHERE project = ? AND trace_id = ?`, [
    project,
    traceId,
  ]);
}

/** The traces of a session in start order. */
export function tracesOfSession(statements: Statements, session: number): TraceRow[] {
  return statements.all<TraceRow>(
    `SELECT ${COLUMNS} FROM traces WHERE session = ? ORDER BY start_ns, trace_id`,
    [session],
  );
}
