import type { FilterOperator, FilterValue } from '../../contract/filters.ts';
import { parseEnd, parseTimestamp } from '../../contract/read-time.ts';
import type { Field } from './filter-fields.ts';

/** A piece of SQL with the values that are bound to its marks, in order. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Operators that ask for something; `ne` and `is_null` are the opposite of two of them. */
export type Positive = Exclude<FilterOperator, 'ne' | 'is_null'>;

const COMPARISONS = { gt: '>', lt: '<', gte: '>=', lte: '<=' } as const;

export const isOrdered = (op: Positive): op is keyof typeof COMPARISONS => op in COMPARISONS;

export const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** Beyond ASCII, where SQLite's own lower() ends, JavaScript's is called; see `Statements`. */
const lower = (needle: string): string => (/^[\0-\x7f]*$/.test(needle) ? 'lower' : 'lower_all');

/** Text in `sql` that contains or begins with `value`, in any case. */
export function textSearch(sql: string, op: 'contains' | 'starts_with', value: string): Condition {
  const needle = value.toLowerCase();
  const place = op === 'contains' ? '> 0' : '= 1';
  return { sql: `instr(${lower(needle)}(${sql}), ?) ${place}`, values: [needle] };
}

/** Whether a field's value is as the filter wants: never null, so that it can be turned round. */
export function fieldCondition(field: Field, op: Positive, values: readonly FilterValue[]): Condition {
  const conditions = field.sql.map((sql) => expressionCondition(field.kind, sql, op, values));
  if (conditions.length === 1) return conditions[0]!;
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
    values: conditions.flatMap((condition) => condition.values),
  };
}

function expressionCondition(
  kind: Field['kind'],
  sql: string,
  op: Positive,
  values: readonly FilterValue[],
): Condition {
  if (kind === 'list') {
    if (op === 'is_not_null') return { sql: `EXISTS (SELECT 1 FROM json_each(${sql}))`, values: [] };
    const item = scalarCondition('item.value', op, values);
    return { ...item, sql: `EXISTS (SELECT 1 FROM json_each(${sql}) AS item WHERE ${item.sql})` };
  }
  if (kind === 'time') return timeCondition(sql, op, values);
  return scalarCondition(
    sql,
    op,
    values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
  );
}

function scalarCondition(sql: string, op: Positive, values: readonly unknown[]): Condition {
  if (op === 'is_not_null') return { sql: `${sql} IS NOT NULL`, values: [] };
  if (op === 'eq') return { sql: `${sql} IS ?`, values };
  if (op === 'in') return { sql: `COALESCE(${sql} IN (${marks(values)}), 0)`, values };
  if (op === 'contains' || op === 'starts_with') {
    const search = textSearch(sql, op, String(values[0]));
    return { ...search, sql: `COALESCE(${search.sql}, 0)` };
  }
  return { sql: `COALESCE(${sql} ${COMPARISONS[op]} ?, 0)`, values };
}

/** Times are compared as they are shown: to the microsecond. As text they are searched in that form, too. */
function timeCondition(sql: string, op: Positive, values: readonly FilterValue[]): Condition {
  if (op === 'contains' || op === 'starts_with') {
    const shown = `strftime('%Y-%m-%dT%H:%M:%S', ${sql} / 1000000000, 'unixepoch') || printf('.%06dZ', ${sql} / 1000 % 1000000)`;
    return scalarCondition(`(${shown})`, op, values);
  }
  // `lte` a day or a minute includes all of it, and `gt` begins after its end, as with `to_timestamp`.
  const parse = op === 'lte' || op === 'gt' ? parseEnd : parseTimestamp;
  return scalarCondition(
    `(${sql} / 1000 * 1000)`,
    op,
    values.map((value) => parse(String(value)) ?? null),
  );
}
