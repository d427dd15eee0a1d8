import type { PageMeta } from '../../contract/common.ts';
import type { TRACE_SORTS, TraceSummary } from '../../contract/traces.ts';
import { AI_FACETS, type Facet } from '../traces/trace-facets.ts';
import { isDeleting } from './doomed.ts';
import { placeOfField } from './filter-fields.ts';
import { addFilters, ofProject, type StoredFilter } from './filters.ts';
import {
  countTraces,
  findName,
  keptCounts,
  type KeptCounts,
  type KeptName,
  type TraceCounts,
} from './kept-names.ts';
import type { TraceFilter } from './list-filters.ts';
import { Where, orderBy, pageMeta, unindexed, type Statements } from './list-query.ts';
import { restrictionOf, spanNameOf, traceNamesOf, traceRestrictions } from './restrictions.ts';
import { addSearch } from './search.ts';
import { TRACE_ROW, traceSummary, type TraceRow } from './traces.ts';

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

/** A list that is asked for, with the counts that are kept: they tell which way to its rows reads the fewest. */
interface Asked {
  readonly statements: Statements;
  /** The id of its row. */
  readonly project: number;
  readonly filter: TraceFilter;
  readonly counts: KeptCounts;
  /** What is kept of the names that spans of the traces must have; undefined for one that none has. */
  readonly spanNames: readonly (KeptName | undefined)[];
}

/** A page of a project's traces with the exact total. */
export function listTraces(
  statements: Statements,
  project: number,
  filter: TraceFilter,
): { data: TraceSummary[]; meta: PageMeta } {
  const counts = keptCounts(statements, project);
  const spanNames = findSpanNames(statements, project, filter);
  const asked: Asked = { statements, project, filter, counts, spanNames };
  const kept = keptTotal(asked);
  if (kept === 0) return { data: [], meta: pageMeta(filter, 0) };
  const rareNames = findOwnNames(asked).filter((name) => isFoundSooner(name, asked));
  const isOfFew = isOfFewTraces(asked);
  const where = conditionsOf(asked, rareNames, isOfFew);
  const isCounted = kept === undefined && filter.filters?.some(isOfIndex) === true;
  const rows = rowsOfPage(asked, where, { isOfFew, isCounted });
  const total = kept ?? rows[0]?.total ?? totalAtEnd(filter, rows.length) ?? countRows(statements, where);
  return { data: rows.map(traceSummary), meta: pageMeta(filter, total) };
}

/** What is kept of the names that spans of the traces must have, by parameters and filters. */
function findSpanNames(
  statements: Statements,
  project: number,
  filter: TraceFilter,
): (KeptName | undefined)[] {
  const given = PARAMETERS.map((facet) => ({ facet, value: filter[facet] }));
  const filtered = filter.filters?.map((one) => spanNameOf('traces', restrictionOf(one))) ?? [];
  return [...given, ...filtered].flatMap((name) =>
    name?.value === undefined ? [] : [findName(statements, project, name.facet, name.value)],
  );
}

const PARAMETERS = ['framework', 'model', 'agent', 'tool', 'tag'] as const satisfies readonly Facet[];

/** What is kept of the names that the traces must have themselves: some span of a trace carries each of them, too. */
function findOwnNames({ statements, project, filter: { environment, filters = [] } }: Asked): KeptName[] {
  const named = environment === undefined ? [] : [{ key: 'environment', texts: environment }];
  return [...named, ...filters.map(restrictionOf)].flatMap((restriction) => {
    if (traceNamesOf(restriction) === undefined) return [];
    // On a list of spans the key stands for the same value.
    const name = spanNameOf('spans', restriction);
    return name === undefined ? [] : (findName(statements, project, name.facet, name.value) ?? []);
  });
}

/** The total of a list that nothing or one name restricts, as it is kept; undefined for any other. */
function keptTotal(asked: Asked): number | undefined {
  const { statements, project, filter, counts, spanNames } = asked;
  const [sole, ...others] = traceRestrictions(filter);
  if (sole === undefined) return countedIn(counts, filter);
  if (others.length > 0) return undefined;
  const own = traceNamesOf(sole);
  if (own !== undefined) return countedIn(countTraces(statements, project, own.name, own.values), filter);
  const [name] = spanNames;
  const isKept = spanNames.length === 1 && (!leavesOut(asked) || isOfAi(name));
  return isKept && !isDeleting(statements, project) ? (name?.traces ?? 0) : undefined;
}

const countedIn = (counts: TraceCounts, { include_nongenai }: TraceFilter): number =>
  include_nongenai ? counts.traces : counts.genaiTraces;

/** Whether the project has traces without AI spans that are not asked for. */
const leavesOut = ({ counts, filter }: Asked): boolean => countedIn(counts, filter) < counts.traces;

/** Whether all traces with the name have AI spans, as they do where there are none. */
const isOfAi = (name: KeptName | undefined): boolean => name === undefined || AI_FACETS.has(name.facet);

/** Whether reading so many traces takes less than going through the project until the page is full. */
const isFoundSooner = (
  { traces }: Pick<KeptCounts, 'traces'>,
  { counts, filter: { page, limit } }: Asked,
): boolean => traces * traces < page * limit * counts.traces;

/** Traces of a session, or of most users, are few: SQLite should find them by that and sort them, not go along in order. */
function isOfFewTraces(asked: Asked): boolean {
  const { session_id: session, user_id: user } = asked.filter;
  if (session !== undefined) return true;
  if (user === undefined) return false;
  return isFoundSooner(countTraces(asked.statements, asked.project, 'user_id', [user]), asked);
}

/** `rareNames`: names of the traces' own rows by which they are looked up. */
function conditionsOf(asked: Asked, rareNames: readonly KeptName[], isOfFew: boolean): Where {
  const { statements, project, filter, spanNames } = asked;
  const isRare = rareNames.length > 0 || spanNames.some((name) => name && isFoundSooner(name, asked));
  // A session's traces are found by their own index, and not by going through the project in order.
  const inProject =
    filter.session_id === undefined ? ofProject('project', filter.filters) : unindexed('project = ?');
  const where = new Where().add(isRare ? unindexed(inProject) : inProject, project);
  if (leavesOut(asked) && !spanNames.some(isOfAi)) where.add(isOfFew ? unindexed('genai = 1') : 'genai = 1');
  for (const name of spanNames) addName(where, name, isRare);
  for (const name of rareNames) addName(where, name, true);
  addParameters(where, project, filter);
  addFilters(
    where,
    'traces',
    project,
    filter.filters?.filter((one) => spanNameOf('traces', restrictionOf(one)) === undefined),
  );
  addSearch(where, statements, 'traces', filter.search);
  return where;
}

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

interface PageWays {
  readonly isOfFew: boolean;
  /** Each row has the total, too. */
  readonly isCounted: boolean;
}

type PageRow = TraceRow & { readonly total: number | null };

function rowsOfPage(
  { statements, filter }: Asked,
  where: Where,
  { isOfFew, isCounted }: PageWays,
): PageRow[] {
  const order = orderBy(filter.order, TRACE_ORDER, 'trace_id');
  // The rows before the page are counted off, and all rows sorted, by as little of them as that takes.
  const sorted = isOfFew ? order.replace('ORDER BY ', 'ORDER BY +') : order;
  const found = `SELECT traces.id FROM traces WHERE ${where.sql} ${sorted}`;
  const page = isCounted ? countedPage(found) : `SELECT id, NULL AS total FROM (${found} LIMIT ? OFFSET ?)`;
  return statements.all<PageRow>(
    `SELECT ${TRACE_ROW}, page.total FROM (${page}) AS page CROSS JOIN traces ON traces.id = page.id ${order}`,
    [...where.values, filter.limit, (filter.page - 1) * filter.limit],
  );
}

/**
 * What the attribute index finds is looked up once for the page and the total; other rows are counted faster by themselves.
 * `LIMIT -1` has SQLite keep the order.
 */
const countedPage = (found: string): string =>
  `WITH found AS MATERIALIZED (${found} LIMIT -1)
    SELECT id, (SELECT COUNT(*) FROM found) AS total FROM found LIMIT ? OFFSET ?`;

const isOfIndex = ({ key }: StoredFilter): boolean => placeOfField('traces', key).at === 'index';

/** The total, where a page with `found` rows shows that it is the last; undefined where more may follow, or it is empty. */
const totalAtEnd = ({ page, limit }: TraceFilter, found: number): number | undefined =>
  found < limit && (found > 0 || page === 1) ? (page - 1) * limit + found : undefined;

const countRows = (statements: Statements, where: Where): number =>
  statements.count(`SELECT COUNT(*) AS n FROM traces WHERE ${where.sql}`, where.values);
