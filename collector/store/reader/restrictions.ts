import type { FilterOperator } from '../../contract/filters.ts';
import type { Facet } from '../traces/trace-facets.ts';
import { placeOf } from './filter-fields.ts';
import type { StoredFilter } from './filters.ts';
import { TRACE_NAMES, type TraceName } from './kept-names.ts';
import type { SpanFilter, TraceFilter } from './list-filters.ts';

/** One thing that restricts a list. `texts`: of which it has to be one; null where something else is asked. */
export interface Restriction {
  readonly key: string;
  readonly texts: readonly string[] | null;
}

/** What restricts nothing, or what all lists have. */
const SHAPING: ReadonlySet<string> = new Set<keyof SpanFilter | keyof TraceFilter>([
  'page',
  'limit',
  'order',
  'include_raw_span',
  'include_nongenai',
]);

/** All that restricts a list: parameters under their own names, and filters. */
export function restrictionsOf({
  filters = [],
  environment,
  ...parameters
}: SpanFilter | TraceFilter): Restriction[] {
  const given = Object.entries(parameters)
    .filter(([key, value]) => value !== undefined && !SHAPING.has(key))
    .map(([key, value]) => ({ key, texts: textsOf([value]) }));
  const environments = environment === undefined ? [] : [{ key: 'environment', texts: environment }];
  return [...given, ...environments, ...filters.map(restrictionOf)];
}

const EQUALITY: ReadonlySet<FilterOperator> = new Set(['eq', 'in']);

export const restrictionOf = ({ key, op, values }: StoredFilter): Restriction => ({
  key,
  texts: EQUALITY.has(op) ? textsOf(values) : null,
});

const isText = (value: unknown): value is string => typeof value === 'string';
const textsOf = (values: readonly unknown[]): readonly string[] | null =>
  values.every(isText) ? values : null;

/** The one name of spans that is asked for, where that is kept: a listed span's own, or that of any span of a trace. */
export function spanNameOf(
  listed: 'spans' | 'traces',
  { key, texts }: Restriction,
): { facet: Facet; value: string } | undefined {
  const [value, ...others] = texts ?? [];
  if (value === undefined || others.length > 0) return undefined;
  const place = placeOf(listed, key);
  if (place.at === 'index' || place.field.facet === undefined) return undefined;
  return { facet: place.field.facet, value };
}

/** The names of a trace's own row of which one is asked for. */
export function traceNamesOf({
  key,
  texts,
}: Restriction): { name: TraceName; values: readonly string[] } | undefined {
  const name = TRACE_NAMES.find((known) => known === key);
  return name === undefined || texts === null ? undefined : { name, values: texts };
}
