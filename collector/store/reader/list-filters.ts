import type { SessionListQuery } from '../../contract/sessions.ts';
import type { SpanListQuery } from '../../contract/spans.ts';
import type { TraceListQuery } from '../../contract/traces.ts';
import type { StoredFilter } from './filters.ts';
import type { Order, PageRequest } from './list-query.ts';
import type { SearchTerm } from '../search/search-terms.ts';

/** What a list's query says in text and a filter in a type of its own. */
type ListOnly =
  | 'page'
  | 'limit'
  | 'order_by'
  | 'from_timestamp'
  | 'to_timestamp'
  | 'environment'
  | 'filters'
  | 'search';

/** `from` and `to` in nanoseconds, inclusive, on the start time. */
interface ListFilter extends PageRequest {
  readonly order: Order;
  readonly environment?: readonly string[] | undefined;
  readonly from?: bigint | undefined;
  readonly to?: bigint | undefined;
  readonly filters?: readonly StoredFilter[] | undefined;
  readonly search?: readonly SearchTerm[] | undefined;
}

export interface SpanFilter extends ListFilter, Omit<SpanListQuery, ListOnly> {}
export interface TraceFilter extends ListFilter, Omit<TraceListQuery, ListOnly> {}
export interface SessionFilter extends ListFilter, Omit<SessionListQuery, ListOnly> {}
