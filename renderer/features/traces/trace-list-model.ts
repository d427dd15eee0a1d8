import type { ListQuery } from '../../api/queries.ts';
import { plural } from '../../lib/format.ts';
import { activeTraceFilters, type TraceListSearch } from '../../lib/search.ts';

/** What the request for a list asks, from what its address says. */
export function traceListQuery(search: TraceListSearch): ListQuery {
  return { ...search };
}

/** Whether anything but the choice of AI traces narrows the list. */
function isFiltered(search: TraceListSearch): boolean {
  return search.has_error === true || activeTraceFilters(search).length > 0;
}

/** The same list with everything that narrows it taken off; order and the choice of AI traces stay. */
function withoutFilters({ include_nongenai, order_by }: TraceListSearch): TraceListSearch {
  return { include_nongenai, order_by };
}

export type EmptyExplanation = {
  readonly title: string;
  readonly hidden: string;
  readonly action: string;
  readonly search: TraceListSearch;
};

/** Why a list is empty though there are traces, and what would show them; null when there are none at all. */
export function explainEmpty(
  search: TraceListSearch,
  totals: { readonly ai: number; readonly all: number },
): EmptyExplanation | null {
  if (totals.all === 0) return null;
  const unfiltered = search.include_nongenai === true ? totals.all : totals.ai;
  if (isFiltered(search) && unfiltered > 0) {
    return {
      title: 'No trace matches the filters',
      hidden: `${plural(unfiltered, 'trace')} without them.`,
      action: 'Clear filters',
      search: withoutFilters(search),
    };
  }
  return {
    title: 'No AI traces',
    hidden: `${plural(totals.all, 'other trace')}.`,
    action: 'Show all',
    search: { ...withoutFilters(search), include_nongenai: true },
  };
}
