import type { FilterOperator } from '../../contract/filters.ts';
import type { Facet } from '../traces/trace-facets.ts';
import { placeOfField } from './filter-fields.ts';
import type { StoredFilter } from './filters.ts';
import { TRACE_NAMES, type TraceName } from './kept-names.ts';
import type { SpanFilter, TraceFilter } from './list-filters.ts';

/** One thing that restricts a list. `texts`: of which it has to be one; null where something else is asked. */
export interface Restriction {
  readonly key: string;
  readonly texts: readonly string[] | null;
}

/** What restricts nothing, and what comes in a form of its own. */
type Shaping =
  | 'page'
  | 'limit'
  | 'order'
  | 'include_raw_span'
  | 'include_nongenai'
  | 'environment'
  | 'filters';

/** All that restricts a list but what `Shaping` leaves out: each of them has its condition in the list's SQL. */
type Restricting<Filter> = Readonly<Record<Exclude<keyof Filter, Shaping>, true>>;

const OF_SPANS: Restricting<SpanFilter> = {
  from: true,
  to: true,
  search: true,
  trace_id: true,
  session_id: true,
  user_id: true,
  span_category: true,
  observation_type: true,
  framework: true,
  gen_ai_request_model: true,
  status_code: true,
  has_error: true,
  is_observation: true,
};
const OF_TRACES: Restricting<TraceFilter> = {
  from: true,
  to: true,
  search: true,
  session_id: true,
  user_id: true,
  framework: true,
  model: true,
  agent: true,
  tool: true,
  tag: true,
  has_error: true,
  min_duration_ms: true,
};

export const spanRestrictions = (filter: SpanFilter): Restriction[] => restrictionsOf(filter, OF_SPANS);
export const traceRestrictions = (filter: TraceFilter): Restriction[] => restrictionsOf(filter, OF_TRACES);

/** All that restricts a list: parameters under their own names, and filters. Whatever else came with them does not. */
function restrictionsOf(
  { filters = [], environment, ...parameters }: SpanFilter | TraceFilter,
  restricting: object,
): Restriction[] {
  const given = Object.entries(parameters)
    .filter(([key, value]) => value !== undefined && Object.hasOwn(restricting, key))
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

export interface SpanName {
  readonly facet: Facet;
  readonly value: string;
  /** As many spans are meant as are kept of the name. */
  readonly isCounted: boolean;
}

/** The one name of spans that is asked for, where that is kept: a listed span's own, or that of any span of a trace. */
export function spanNameOf(listed: 'spans' | 'traces', { key, texts }: Restriction): SpanName | undefined {
  const [value, ...others] = texts ?? [];
  if (value === undefined || others.length > 0) return undefined;
  const place = placeOfField(listed, key);
  if (place.at === 'index' || place.field.facet === undefined) return undefined;
  return { facet: place.field.facet, value, isCounted: place.field.isOfFewer !== true };
}

/** The names of a trace's own row of which one is asked for. */
export function traceNamesOf({
  key,
  texts,
}: Restriction): { name: TraceName; values: readonly string[] } | undefined {
  const name = TRACE_NAMES.find((known) => known === key);
  return name === undefined || texts === null ? undefined : { name, values: texts };
}
