import type { AttributeOption } from '../../collector/contract/filter-options.ts';
import type { FilterOperator } from '../../collector/contract/filters.ts';
import { fieldKind, fieldLabel, keyOf, type Listed, type ValueKind } from './filter-fields.ts';
import { frameworkLabel } from './frameworks.ts';
import { printJson } from './json-preview.ts';
import { parseJson } from './parse-json.ts';
import { showHidden } from './text.ts';
import { joinValues, splitValues } from './value-list.ts';

// Filters of a list as `contract/filters.ts` has them: the JSON in the address is the JSON in the request.

/** An integer that a number can't hold is a bigint, so that it is asked for with all its digits. */
type Scalar = string | number | bigint | boolean;

/** One of the entries of `filters`; no value for `is_null` and `is_not_null`, several for `in`. */
export type Condition = {
  readonly key: string;
  readonly op: FilterOperator;
  readonly value?: Scalar | readonly Scalar[] | null;
};

export const OPERATORS: readonly { readonly op: FilterOperator; readonly label: string }[] = [
  { op: 'eq', label: 'is' },
  { op: 'ne', label: 'is not' },
  { op: 'contains', label: 'contains' },
  { op: 'starts_with', label: 'starts with' },
  { op: 'in', label: 'is any of' },
  { op: 'gt', label: '>' },
  { op: 'gte', label: '≥' },
  { op: 'lt', label: '<' },
  { op: 'lte', label: '≤' },
  { op: 'is_null', label: 'is absent' },
  { op: 'is_not_null', label: 'is present' },
];

/** The filters in an address; whatever is none is left out, never an error. */
export function readFilters(text: unknown): readonly Condition[] {
  if (typeof text !== 'string' || text === '') return [];
  try {
    const value = parseJson(text);
    return Array.isArray(value) ? value.filter(isFilter).map(withoutMore) : [];
  } catch {
    return [];
  }
}

/** The reverse; undefined when there are none, so that the address stays clean. */
export function writeFilters(filters: readonly Condition[]): string | undefined {
  return filters.length === 0 ? undefined : printJson(filters, 0);
}

/** The parameter that asks for these rows, by a field that names them. */
export function anyOf<Key extends string>(
  key: Key,
  rows: readonly Readonly<Record<Key, string>>[],
): { readonly filters: string } {
  return { filters: JSON.stringify([{ key, op: 'in', value: rows.map((row) => row[key]) }]) };
}

function isFilter(value: unknown): value is Condition {
  if (typeof value !== 'object' || value === null) return false;
  const key: unknown = Reflect.get(value, 'key');
  const op: unknown = Reflect.get(value, 'op');
  return typeof key === 'string' && key !== '' && OPERATORS.some((known) => known.op === op);
}

const withoutMore = ({ key, op, value }: Condition): Condition =>
  value === undefined ? { key, op } : { key, op, value };

/** Whether an operator is asked without a value. */
export function needsNoValue(op: FilterOperator): boolean {
  return op === 'is_null' || op === 'is_not_null';
}

/** The values that a field must have one of; empty where it is not asked for by `eq` or `in`. */
export function chosenValues(filters: readonly Condition[], key: string): readonly string[] {
  return filters
    .filter((filter) => filter.key === key && (filter.op === 'eq' || filter.op === 'in'))
    .flatMap(valuesOf)
    .map(String);
}

function valuesOf({ value }: Condition): readonly Scalar[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'object' ? value : [value];
}

/** Adds a value to those that a field may have, or takes it off; the field's place among the filters stays. */
export function toggleValue(filters: readonly Condition[], key: string, value: string): readonly Condition[] {
  const before = chosenValues(filters, key);
  const after = before.includes(value) ? before.filter((other) => other !== value) : [...before, value];
  const isOwn = (filter: Condition): boolean =>
    filter.key === key && (filter.op === 'eq' || filter.op === 'in');
  const at = filters.findIndex(isOwn);
  const rest = filters.filter((filter) => !isOwn(filter));
  const next = conditionOf(key, after);
  if (next === null) return rest;
  return at === -1 ? [...rest, next] : rest.toSpliced(at, 0, next);
}

function conditionOf(key: string, values: readonly string[]): Condition | null {
  const [first] = values;
  if (first === undefined) return null;
  return values.length === 1 ? { key, op: 'eq', value: first } : { key, op: 'in', value: [...values] };
}

export type Draft = {
  readonly key: string;
  readonly op: FilterOperator;
  readonly text: string;
  /** The condition that it was made of: where nothing is changed, it stays as it is. */
  readonly of?: Condition;
};

/** A condition as it stands in the form; several values of `in` are parted by commas. */
export function draftOf(filter: Condition): Draft {
  const { key, op } = filter;
  const texts = valuesOf(filter).map(String);
  return { key, op, text: op === 'in' ? joinValues(texts) : texts.join(), of: filter };
}

const isUnchanged = (draft: Draft, { key, op, text }: Draft): boolean =>
  draft.key === key && draft.op === op && draft.text === text;

type KnownAttribute = Pick<AttributeOption, 'key' | 'key_type'> & {
  readonly sample_values: readonly Scalar[];
};

/**
 * The condition that a form says, or why it is none; a field may be named as people call it. Numbers and booleans are sent as
 * such where the field is known to hold them; a comparison with digits of an unknown field is one of numbers. Of an attribute
 * with values of several types, each is sent as the type that has it.
 */
export function readDraft(
  draft: Draft,
  attributes: readonly KnownAttribute[],
  listed: Listed,
): { readonly filter: Condition } | { readonly problem: string } {
  if (draft.of !== undefined && isUnchanged(draft, draftOf(draft.of))) return { filter: draft.of };
  const key = keyOf(draft.key, listed, attributes);
  const { op } = draft;
  if (key === '') return { problem: 'Name a field or an attribute.' };
  if (needsNoValue(op)) return { filter: { key, op } };
  const attribute = attributes.find((one) => one.key === key);
  const kindOf = (text: string): ValueKind =>
    fieldKind(key) ?? (attribute && attributeKind(attribute, text)) ?? guessKind(op, text);
  const whole = draft.text.trim();
  const texts = op === 'in' ? splitValues(whole) : whole === '' ? [] : [whole];
  const values = texts.map((text) => readValue(text, kindOf(text), op));
  const [first] = values;
  if (first === undefined) return { problem: 'Give a value.' };
  if (values.some((value) => value === null)) {
    const wanted = kindOf(draft.text) === 'number' ? 'a number' : 'true or false';
    return { problem: `${fieldLabel(key)} wants ${wanted}.` };
  }
  return { filter: { key, op, value: op === 'in' ? values.filter((value) => value !== null) : first } };
}

function attributeKind({ key_type, sample_values }: KnownAttribute, text: string): ValueKind {
  if (key_type === 'number' || key_type === 'boolean') return key_type;
  const sample = sample_values.find((value) => String(value) === text);
  if (sample !== undefined) return kindOfValue(sample);
  return isNumber(text) && sample_values.some(isNumeric) ? 'number' : 'text';
}

function kindOfValue(value: Scalar): ValueKind {
  if (isNumeric(value)) return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

function guessKind(op: FilterOperator, text: string): ValueKind {
  const compares = op === 'gt' || op === 'gte' || op === 'lt' || op === 'lte';
  return compares && isNumber(text.trim()) ? 'number' : 'text';
}

function readValue(text: string, kind: ValueKind, op: FilterOperator): Scalar | null {
  if (kind === 'text' || op === 'contains' || op === 'starts_with') return text;
  if (kind === 'number') return isNumber(text) ? numberOf(text) : null;
  if (text === 'true' || text === 'false') return text === 'true';
  return null;
}

function isNumber(text: string): boolean {
  return text !== '' && Number.isFinite(Number(text));
}

const isNumeric = (value: Scalar): boolean => typeof value === 'number' || typeof value === 'bigint';

function numberOf(text: string): number | bigint {
  const number = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}

/** A condition in words, for its chip: the field, how it is compared, with what; nothing in them is hidden. */
export function describeFilter(filter: Condition): { field: string; relation: string; value: string } {
  const relation = OPERATORS.find(({ op }) => op === filter.op)?.label ?? filter.op;
  const value = valuesOf(filter)
    .map((item) => valueLabel(filter.key, String(item)))
    .join(', ');
  return { field: showHidden(fieldLabel(filter.key)), relation, value: showHidden(value) };
}

/** A value as people know it. */
export function valueLabel(key: string, value: string): string {
  return key === 'framework' || key === 'frameworks' ? frameworkLabel(value) : value;
}
