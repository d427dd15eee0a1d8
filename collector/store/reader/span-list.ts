import type { PageMeta } from '../../contract/common.ts';
import { isLiving } from '../deleting/doomed.ts';
import { STATUS_CODES } from '../../contract/span-names.ts';
import { nameSql } from '../rows/protocol-names.ts';
import { isDeleting } from './doomed.ts';
import { BELONGING, isBelonging } from './filter-fields.ts';
import { addFilters, ofProject } from './filters.ts';
import { findName, keptCounts, type KeptCounts, type KeptName } from './kept-names.ts';
import type { SpanFilter } from './list-filters.ts';
import { Where, orderBy, pageMeta, unindexed, type Statements } from './list-query.ts';
import { spanNameOf, spanRestrictions, type SpanName } from './restrictions.ts';
import { addSearch } from './search.ts';
import { FROM_SPANS, SPAN_ORDER, SPAN_RECORD, type SpanRecordRow } from './spans.ts';

/** A page of a project's spans, as stored rows, with the exact total. */
export function listSpans(
  statements: Statements,
  project: number,
  filter: SpanFilter,
): { rows: SpanRecordRow[]; meta: PageMeta } {
  const counts = keptCounts(statements, project);
  const restrictions = spanRestrictions(filter);
  const names = restrictions.flatMap((restriction) => spanNameOf('spans', restriction) ?? []);
  const isSole = restrictions.length === 1 && !isDeleting(statements, project);
  const found = namesToFind(names, isSole).map(({ facet, value }) =>
    findName(statements, project, facet, value),
  );
  if (found.includes(undefined)) return { rows: [], meta: pageMeta(filter, 0) };
  const [name] = found.filter((one) => one !== undefined).toSorted((a, b) => a.traces - b.traces);
  const where = conditionsOf(
    statements,
    project,
    filter,
    isFoundByName(name, counts, filter) ? name : undefined,
  );
  const rows = rowsOfPage(statements, filter, where);
  const kept = isSole && names.every(({ isCounted }) => isCounted) ? name?.spans : undefined;
  const total = restrictions.length === 0 ? counts.spans : (kept ?? countRows(statements, where));
  return { rows, meta: pageMeta(filter, total) };
}

const isOwner = ({ facet }: Pick<SpanName, 'facet'>): boolean => isBelonging(facet);

/** A session is one of few traces, whatever else is asked; a user may be. Other names only serve where each is asked alone. */
function namesToFind(names: readonly SpanName[], isSole: boolean): readonly SpanName[] {
  const owners = names.filter(isOwner);
  return owners.length > 0 || !isSole ? owners : names;
}

/**
 * Whether reading the traces with the name takes less than going through the project, in its order until the page is full,
 * in any other to its end.
 */
function isFoundByName(
  name: KeptName | undefined,
  counts: KeptCounts,
  { order, page, limit }: SpanFilter,
): boolean {
  if (name === undefined) return false;
  if (isOwner(name) || order.field !== 'timestamp_start') return name.traces * 4 < counts.traces;
  return name.traces * name.spans < page * limit * counts.traces;
}

/** `name`: that of the traces in which the spans are looked up, where that is a way to find them. */
function conditionsOf(
  statements: Statements,
  project: number,
  filter: SpanFilter,
  name: KeptName | undefined,
): Where {
  const isInFewTraces = name !== undefined || filter.trace_id !== undefined;
  const inProject = isInFewTraces
    ? unindexed('spans.project = ?')
    : ofProject('spans.project', filter.filters);
  const where = new Where().add(inProject, project);
  if (name !== undefined)
    where.add('spans.trace IN (SELECT trace FROM trace_facets WHERE value = ?)', name.id);
  addParameters(where, project, filter);
  addFilters(where, 'spans', project, filter.filters);
  addSearch(where, statements, 'spans', filter.search);
  if (isDeleting(statements, project)) where.add(isLiving('spans.trace'));
  return where;
}

/** A status by its name: of the numbers that the protocol does not know all are shown as the first. */
const STATUS_NAME = nameSql('spans.status_code', STATUS_CODES);

function addParameters(where: Where, project: number, filter: SpanFilter): void {
  where
    .when(
      filter.trace_id,
      'spans.trace = (SELECT id FROM traces WHERE project = ? AND trace_id = ?)',
      (value) => [project, value.toLowerCase()],
    )
    .when(filter.session_id, `${BELONGING.session_id} = ?`)
    .when(filter.user_id, `${BELONGING.user_id} = ?`)
    .when(filter.environment, 'spans.environment IN (SELECT value FROM json_each(?))', (value) => [
      JSON.stringify(value),
    ])
    .when(filter.span_category, 'spans.category = ?')
    .when(filter.observation_type, 'spans.observation_type = ?')
    .when(filter.framework, 'spans.framework = ?')
    .when(filter.gen_ai_request_model, 'spans.request_model = ?')
    .when(filter.status_code, `${STATUS_NAME} = ?`)
    .when(filter.has_error, 'spans.has_error = ?', (value) => [value ? 1 : 0])
    .when(filter.from, 'spans.start_ns >= ?')
    .when(filter.to, 'spans.start_ns <= ?')
    .when(filter.is_observation, "(spans.observation_type <> 'span') = ?", (value) => [value ? 1 : 0]);
}

function rowsOfPage(statements: Statements, filter: SpanFilter, where: Where): SpanRecordRow[] {
  // The row's id for spans of two traces that have one id: pages are found in several ways.
  const order = orderBy(filter.order, SPAN_ORDER, 'spans.span_id', 'spans.id');
  // The rows before the page are counted off in the index alone; a join would read each of them.
  const page = `SELECT spans.id FROM spans WHERE ${where.sql} ${order} LIMIT ? OFFSET ?`;
  return statements.all<SpanRecordRow>(
    `SELECT ${SPAN_RECORD} ${FROM_SPANS} WHERE spans.id IN (${page}) ${order}`,
    [...where.values, filter.limit, (filter.page - 1) * filter.limit],
  );
}

const countRows = (statements: Statements, where: Where): number =>
  statements.count(`SELECT COUNT(*) AS n FROM spans WHERE ${where.sql}`, where.values);
