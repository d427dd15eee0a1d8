import type { CheckedFilter } from '../../contract/filters.ts';
import type { LogListQuery } from '../../contract/logs.ts';
import { SESSION_SORTS, type SessionListQuery } from '../../contract/sessions.ts';
import { SPAN_SORTS, type SpanListQuery } from '../../contract/spans.ts';
import { TRACE_SORTS, type TraceListQuery } from '../../contract/traces.ts';
import { ApiError } from '../../errors.ts';
import type { Listed } from '../../store/reader/filter-fields.ts';
import type { Order } from '../../store/reader/list-query.ts';
import type { SearchTerm } from '../../store/search/search-terms.ts';
import { environmentOf, orderOf, searchOf, timeRange, type ListQuery } from './common.ts';
import { filtersOf } from './filters.ts';

/** What the query of every project-scoped list has; the rest of it are plain filters. */
interface Query extends ListQuery {
  readonly environment?: readonly string[];
  readonly filters?: string;
  readonly search?: string;
}

/** What a list can be sorted by, and is unless it is asked otherwise. */
interface Sorting {
  readonly fields: readonly string[];
  readonly standard: string;
}

interface Parsed {
  readonly from: bigint | undefined;
  readonly to: bigint | undefined;
  readonly environment: string[] | undefined;
  readonly filters: CheckedFilter[] | undefined;
  readonly search: SearchTerm[] | undefined;
  readonly order: Order;
  readonly project: string;
}

/** The query of a project's list as its operation takes it. Throws an ApiError for what the schema can't tell. */
function listParameters<Q extends Query>(
  project: string,
  listed: Listed,
  query: Q,
  { fields, standard }: Sorting,
): Omit<Q, keyof Query> & Parsed {
  const {
    order_by: _order,
    from_timestamp: _from,
    to_timestamp: _to,
    environment,
    filters,
    search,
    ...rest
  } = query;
  return {
    ...rest,
    ...timeRange(query),
    environment: environmentOf(environment),
    filters: filtersOf(filters, listed),
    search: searchOf(search),
    order: orderOf(query, fields, standard),
    project,
  };
}

export const traceListParameters = (project: string, query: TraceListQuery) =>
  listParameters(project, 'traces', query, { fields: TRACE_SORTS, standard: 'start_time' });

export const spanListParameters = (project: string, query: SpanListQuery) =>
  listParameters(project, 'spans', query, { fields: SPAN_SORTS, standard: 'timestamp_start' });

export const sessionListParameters = (project: string, query: SessionListQuery) =>
  listParameters(project, 'sessions', query, { fields: SESSION_SORTS, standard: 'end_time' });

/** What is asked of the list of logs, which has no filters and one order. */
export const logListParameters = (project: string, query: LogListQuery) => ({
  page: query.page,
  limit: query.limit,
  service: query.service,
  search: query.search,
  trace_id: query.trace_id?.toLowerCase(),
  span_id: query.span_id?.toLowerCase(),
  minSeverity: severityOf(query.min_severity),
  ...timeRange(query),
  project,
});

/** The lowest number of each range of the protocol. */
const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];

function severityOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const named = SEVERITIES.indexOf(given.toUpperCase());
  if (named >= 0) return named * 4 + 1;
  if (/^(?:[1-9]|1\d|2[0-4])$/.test(given)) return Number(given);
  throw new ApiError(
    'VALIDATION_ERROR',
    `min_severity must be a number from 1 to 24 or one of ${SEVERITIES.join(', ')}`,
  );
}
