import { Type } from 'typebox';
import { namesOf } from '../../contract/common.ts';
import { FilterOperator, type CheckedFilter, type FilterValue } from '../../contract/filters.ts';
import { parseTimestamp } from '../../contract/read-time.ts';
import { Span } from '../../contract/spans.ts';
import { UnscopedSpan } from '../../contract/unscoped.ts';
import { ApiError } from '../../errors.ts';
import { parseWithAllDigits } from '../../lib/all-digits.ts';
import { placeOfField, type Field, type Listed } from '../../store/reader/filter-fields.ts';

/** Entries of one parameter, so that the statement they make stays one that SQLite takes. */
const MAX_FILTERS = 50;
const MAX_VALUES = 500;

const OPERATORS: readonly string[] = namesOf(FilterOperator);

/** Fields that have no values but those that the interface names. */
const NAMED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({ ...UnscopedSpan.properties, ...Span.properties }).flatMap(([key, schema]) => {
    const options = Type.IsUnion(schema) ? schema.anyOf : [];
    const names = options.flatMap((option) => (Type.IsLiteral(option) ? option.const : []));
    return names.length > 0 ? [[key, names]] : [];
  }),
);

/** Those fields for whose names the protocol and the interface without projects have numbers, with the names in that order. */
const NUMBERED: ReadonlyMap<string, readonly string[]> = new Map([
  ['status_code', NAMED.get('status_code') ?? []],
]);

/** Fields of hexadecimal ids, which are kept and shown in lower case. */
const HEX_IDS: ReadonlySet<string> = new Set(['trace_id', 'span_id', 'parent_span_id', 'root_span_id']);

/** What is wrong with an entry; `at` names it. */
const wrong = (at: string, message: string): ApiError => new ApiError('INVALID_FILTER', `${at} ${message}`);

/** The parameter `name`, checked against what `listed` shows; undefined when absent. Throws INVALID_FILTER. */
export function filtersOf(
  text: string | undefined,
  listed: Listed,
  name = 'filters',
): CheckedFilter[] | undefined {
  if (text === undefined) return undefined;
  const entries = parse(text, name);
  if (entries.length > MAX_FILTERS)
    throw wrong(name, `may have ${MAX_FILTERS} entries, not ${entries.length}`);
  return entries.map((entry, i) => check(entry, listed, `${name}[${i}]`));
}

function parse(text: string, name: string): unknown[] {
  try {
    const value = parseWithAllDigits(text);
    if (Array.isArray(value)) return value;
  } catch {
    // Falls through to the error below: one answer for both ways to be no array.
  }
  throw wrong(name, 'must be a JSON array of {key, op, value}');
}

function check(entry: unknown, listed: Listed, at: string): CheckedFilter {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw wrong(at, 'must be an object {key, op, value}');
  const { key, op, value, ...others } = entry as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) throw wrong(at, `has ${JSON.stringify(other)}, and may have key, op and value`);
  if (typeof key !== 'string' || key === '') throw wrong(at, 'must have a key');
  if (!isOperator(op)) throw wrong(`${at}.op`, `must be one of ${OPERATORS.join(', ')}`);
  if (op === 'is_null' || op === 'is_not_null') return { key, op, values: [] };
  const place = placeOfField(listed, key);
  const kind = place.at === 'index' || place.isAttribute ? null : place.field.kind;
  const numbered = kind === null ? undefined : NUMBERED.get(key);
  if (numbered !== undefined && isNumber(value) && isOrder(op))
    return { key, op: 'in', values: numbered.filter((_name, number) => ORDERS[op](number, value)) };
  const given = op === 'in' ? listOf(value, at) : [value];
  const values = kind === null || isTextual(op) ? given : given.map((one) => asStored(key, one));
  for (const one of values) checkValue(one, op, kind, at, key);
  return { key, op, values: values as FilterValue[] };
}

/** A name by its number, an id in any case, as in a path. */
function asStored(key: string, value: unknown): unknown {
  if (HEX_IDS.has(key)) return typeof value === 'string' ? value.toLowerCase() : value;
  return typeof value === 'number' ? (NUMBERED.get(key)?.[value] ?? value) : value;
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

const ORDERS = {
  gt: (a: number | bigint, b: number | bigint) => a > b,
  gte: (a: number | bigint, b: number | bigint) => a >= b,
  lt: (a: number | bigint, b: number | bigint) => a < b,
  lte: (a: number | bigint, b: number | bigint) => a <= b,
};
const isOrder = (op: FilterOperator): op is keyof typeof ORDERS => op in ORDERS;
const isTextual = (op: FilterOperator): boolean => op === 'contains' || op === 'starts_with';

const isOperator = (op: unknown): op is FilterOperator => typeof op === 'string' && OPERATORS.includes(op);

function listOf(value: unknown, at: string): unknown[] {
  if (Array.isArray(value) && value.length <= MAX_VALUES) return value;
  throw wrong(`${at}.value`, `must be a list of at most ${MAX_VALUES} values for "in"`);
}

/** `kind` is null for an attribute, which may be of any type; `at` names the entry. */
function checkValue(
  value: unknown,
  op: FilterOperator,
  kind: Field['kind'] | null,
  at: string,
  key: string,
): void {
  if (isTextual(op)) {
    if (kind === 'number' || kind === 'boolean')
      throw wrong(`${at}.op`, `"${op}" wants a text field, and ${key} is a ${kind}`);
    if (typeof value !== 'string') throw wrong(`${at}.value`, `must be text for "${op}"`);
    return;
  }
  const compares = isOrder(op);
  if (kind === 'boolean') {
    if (compares) throw wrong(`${at}.op`, `"${op}" wants an order, and ${key} is a boolean`);
    if (typeof value !== 'boolean') throw wrong(`${at}.value`, `must be true or false: ${key} is a boolean`);
  } else if (kind === 'number') {
    if (!isNumber(value)) throw wrong(`${at}.value`, `must be a number: ${key} is one`);
  } else if (kind === 'time') {
    if (typeof value !== 'string' || parseTimestamp(value) === undefined)
      throw wrong(`${at}.value`, `must be an ISO 8601 time: ${key} is one`);
  } else if (!compares && kind !== null && NAMED.has(key)) {
    const names = NAMED.get(key)!;
    if (typeof value !== 'string' || !names.includes(value))
      throw wrong(`${at}.value`, `must be one of ${names.join(', ')}: ${key} has no others`);
  } else if (kind !== null) {
    if (typeof value !== 'string') throw wrong(`${at}.value`, `must be text: ${key} is text`);
  } else if (typeof value !== 'string' && !isNumber(value) && (compares || typeof value !== 'boolean'))
    throw wrong(
      `${at}.value`,
      `must be text${compares ? ' or a number' : ', a number or a boolean'} for "${op}"`,
    );
}
