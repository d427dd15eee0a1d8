import type { Facet } from '../trace-facets.ts';
import { placeOf } from './filter-fields.ts';
import type { StoredFilter } from './filters.ts';
import type { SpanFilter } from './spans.ts';

/** What restricts nothing. */
const SHAPING: ReadonlySet<string> = new Set<keyof SpanFilter>([
  'page',
  'limit',
  'order',
  'include_raw_span',
]);

const PARAMETER_FACETS = [
  'user_id',
  'session_id',
  'framework',
  'status_code',
] as const satisfies readonly Facet[];

/** The name that a list is restricted to, where it is restricted by nothing else. */
export function soleName(filter: SpanFilter): { facet: Facet; value: string } | undefined {
  const given = Object.entries(filter).filter(
    ([key, value]) =>
      value !== undefined && !SHAPING.has(key) && !(key === 'filters' && filter.filters?.length === 0),
  );
  if (given.length !== 1) return undefined;
  for (const facet of PARAMETER_FACETS) {
    const value = filter[facet];
    if (value !== undefined) return { facet, value };
  }
  const { environment, filters } = filter;
  if (environment?.length === 1) return { facet: 'environment', value: environment[0]! };
  if (filters?.length === 1) return nameOfFilter(filters[0]!);
  return undefined;
}

function nameOfFilter({ key, op, values }: StoredFilter): { facet: Facet; value: string } | undefined {
  const place = placeOf('spans', key);
  const [value] = values;
  if (place.at === 'index' || place.field.facet === undefined || op !== 'eq') return undefined;
  return typeof value === 'string' ? { facet: place.field.facet, value } : undefined;
}
