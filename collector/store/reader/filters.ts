import type { CheckedFilter, FilterValue } from '../../contract/filters.ts';
import { PRESENT, indexedBoolean, indexedText, isContent } from '../attributes/attribute-rules.ts';
import { fieldCondition, isOrdered, marks, textSearch, type Condition, type Positive } from './conditions.ts';
import { placeOfField, type Field, type Listed } from './filter-fields.ts';
import { unindexed, type Where } from './list-query.ts';

/**
 * A filter on its way to SQL. `spans` are the ids of spans that hold one of its values where the index alone can't say
 * (`whole-values.ts`); such values are not looked up in the index again.
 */
export interface StoredFilter extends CheckedFilter {
  readonly spans?: readonly number[];
}

const OPPOSITES: Readonly<Record<string, Positive>> = { ne: 'eq', is_null: 'is_not_null' };

/** Adds the conditions of `filters`, all of which must hold, to the query of a list. */
export function addFilters(
  where: Where,
  listed: Listed,
  project: number,
  filters: readonly StoredFilter[] | undefined,
): void {
  for (const filter of filters ?? []) {
    const opposite = OPPOSITES[filter.op];
    const wanted = { ...filter, op: opposite ?? (filter.op as Positive) };
    const { sql, values } = conditionOf(listed, project, wanted);
    where.add(opposite ? `NOT (${sql})` : sql, ...values);
  }
}

type Wanted = StoredFilter & { readonly op: Positive };

function conditionOf(listed: Listed, project: number, filter: Wanted): Condition {
  const place = placeOfField(listed, filter.key);
  if (place.at === 'index') return within(listed, indexed(listed, project, filter));
  const values = place.isAttribute ? suited(place.field, filter) : filter.values;
  if (values === null) return { sql: '0', values: [] };
  if (listed !== 'sessions' && namesTraces(filter)) return ofTraces(listed, project, values);
  if (place.at === 'item') return fieldCondition(place.field, filter.op, values);
  return within(listed, ofSpans(place.field, project, filter.op, values));
}

/**
 * Values for an attribute that is looked up in a column: whoever asks for an attribute need not know the column's type,
 * so that a number finds the text that it was stored as. Null where nothing can match: text has no order beside numbers.
 */
function suited({ kind }: Field, { op, values }: Wanted): readonly FilterValue[] | null {
  if (kind === 'text' || kind === 'list')
    return isOrdered(op) && typeof values[0] !== 'string' ? null : values.map(String);
  const numbers = values.filter((value) => typeof value === 'number' || typeof value === 'bigint');
  return numbers.length === 0 && op !== 'is_not_null' ? null : numbers;
}

/** Traces by their ids, or their spans: found by indexes, without going through the list. */
function ofTraces(listed: 'traces' | 'spans', project: number, values: readonly FilterValue[]): Condition {
  const trace = listed === 'traces' ? 'traces.id' : 'spans.trace';
  return {
    sql: `${trace} IN (SELECT own.id FROM traces AS own WHERE own.project = ? AND own.trace_id IN (${marks(values)}))`,
    values: [project, ...values],
  };
}

const namesTraces = ({ key, op }: CheckedFilter): boolean =>
  key === 'trace_id' && (op === 'eq' || op === 'in');

/**
 * The condition that a list is of one project. Where traces are named, SQLite must not go by an index of the project: it
 * would read the whole project in order for a few rows.
 */
export function ofProject(column: string, filters: readonly CheckedFilter[] | undefined): string {
  const condition = `${column} = ?`;
  return filters?.some(namesTraces) === true ? unindexed(condition) : condition;
}

/** The listed items that any of the found spans or traces belongs to. */
function within(listed: Listed, found: Condition): Condition {
  if (listed === 'spans') return { ...found, sql: `spans.id IN (${found.sql})` };
  if (listed === 'traces') return { ...found, sql: `traces.id IN (${found.sql})` };
  return {
    ...found,
    sql: `sessions.id IN (SELECT held.session FROM traces AS held WHERE held.session IS NOT NULL AND held.id IN (${found.sql}))`,
  };
}

/** Traces with a span whose field is as wanted. */
function ofSpans(field: Field, project: number, op: Positive, values: readonly FilterValue[]): Condition {
  if (field.facet !== undefined) return tracesNamed(project, field, op, values);
  const condition = fieldCondition(field, op, values);
  return {
    sql: `SELECT spans.trace FROM spans WHERE spans.project = ? AND ${condition.sql}`,
    values: [project, ...condition.values],
  };
}

/** The same through the names that are kept of each trace. */
function tracesNamed(
  project: number,
  { facet }: Field,
  op: Positive,
  values: readonly FilterValue[],
): Condition {
  const condition = fieldCondition({ kind: 'text', sql: ['names.value'] }, op, values);
  return {
    sql: `SELECT named.trace FROM trace_facets AS named WHERE named.value IN (SELECT names.id FROM facet_values AS names WHERE names.project = ? AND names.facet = '${facet}' AND ${condition.sql})`,
    values: [project, ...condition.values],
  };
}

/** Spans or their traces by the attribute index. */
function indexed(listed: Listed, project: number, filter: Wanted): Condition {
  const column = listed === 'spans' ? 'span' : 'trace';
  const condition = indexCondition(filter);
  // Of content there is only that it is there; values are read without the view, which takes a fifth longer.
  const rows = filter.op === 'is_not_null' ? 'indexed_attributes' : 'attribute_index';
  const byIndex = {
    sql: `SELECT ${column} FROM ${rows} WHERE key = (SELECT id FROM attribute_keys WHERE project = ? AND key = ?) AND ${condition.sql}`,
    values: [project, filter.key, ...condition.values],
  };
  if (filter.spans === undefined) return byIndex;
  const ids = 'SELECT value FROM json_each(?)';
  const whole = listed === 'spans' ? ids : `SELECT spans.trace FROM spans WHERE spans.id IN (${ids})`;
  return {
    sql: `${byIndex.sql} UNION ALL ${whole}`,
    values: [...byIndex.values, JSON.stringify(filter.spans)],
  };
}

/** In the index numbers stand before text and text before blobs: a range of one type ends where the next begins. */
function indexCondition({ key, op, values }: Wanted): Condition {
  const [first] = values;
  switch (op) {
    case 'is_not_null':
      return { sql: '1', values: [] };
    case 'eq':
    case 'in': {
      const bound = values.filter((value) => !needsWholeValue(key, value)).map(indexValue);
      return { sql: `value IN (${marks(bound)})`, values: bound };
    }
    case 'contains':
    case 'starts_with': {
      const search = textSearch('value', op, String(first));
      return { ...search, sql: `value >= '' AND value < x'' AND ${search.sql}` };
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return range(op, typeof first === 'string', first);
  }
}

function range(op: 'gt' | 'gte' | 'lt' | 'lte', isText: boolean, value: unknown): Condition {
  const upwards = op === 'gt' || op === 'gte';
  const compared = `value ${upwards ? '>' : '<'}${op.endsWith('e') ? '=' : ''} ?`;
  const end = upwards ? `value < ${isText ? "x''" : "''"}` : `value >= ${isText ? "''" : '-9e999'}`;
  return { sql: `${compared} AND ${end}`, values: [value] };
}

const indexValue = (value: FilterValue): unknown => {
  if (typeof value === 'boolean') return indexedBoolean(value);
  return typeof value === 'string' ? indexedText(value) : value;
};

/** The index holds such a value cut, or only that there is one: equality is for the stored span to say. */
export const needsWholeValue = (key: string, value: FilterValue): boolean =>
  isContent(key) || (typeof value === 'string' && indexedText(value) !== value);

/** The value under which the index has the spans that may hold this one. */
export const candidateValue = (key: string, value: FilterValue): unknown =>
  isContent(key) ? PRESENT : indexValue(value);
