import type { CheckedFilter } from '../contract/filters.ts';
import type { Listed } from '../store/reader/filter-fields.ts';
import type { Order } from '../store/reader/list-query.ts';
import type { SearchTerm } from '../store/search/search-terms.ts';
import { filtersOf } from './filters.ts';
import { environmentOf, orderOf, searchOf, timeRange, type ListQuery } from './parameters.ts';

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
export function listParameters<Q extends Query>(
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
