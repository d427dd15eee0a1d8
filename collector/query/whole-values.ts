import type { FilterValue } from '../contract/filters.ts';
import type { AttributeValue } from '../decode/records.ts';
import { readResource } from '../decode/span-record.ts';
import { readAttributes } from '../decode/values.ts';
import { candidatesFor } from '../store/reader/attribute-candidates.ts';
import { placeOfField, type Listed } from '../store/reader/filter-fields.ts';
import { needsWholeValue, type StoredFilter } from '../store/reader/filters.ts';
import { inBatches, type RawRecord } from '../store/chunks/raw-records.ts';
import { MAX_BATCH_BYTES } from './answer-bounds.ts';
import type { Reader } from './reader.ts';

const ATTRIBUTES_OF_SPAN = 9;

/** What the reading of a list takes: the row of its project, and its filter ready for SQL. */
export function inProject<F extends { readonly filters?: readonly StoredFilter[] | undefined }>(
  reader: Reader,
  listed: Listed,
  projectId: string,
  filter: F,
): [project: number, filter: F] {
  const project = reader.project(projectId);
  return [project, { ...filter, filters: withWholeValues(reader, listed, project, filter.filters) }];
}

/**
 * Looks up in the stored spans what the attribute index can't say: whether a value longer than it keeps, or one of
 * which it keeps the presence only, is the one that is asked for.
 */
function withWholeValues(
  reader: Reader,
  listed: Listed,
  project: number,
  filters: readonly StoredFilter[] | undefined,
): readonly StoredFilter[] | undefined {
  return filters?.map((filter) => {
    const isEquality = filter.op === 'eq' || filter.op === 'ne' || filter.op === 'in';
    if (!isEquality || placeOfField(listed, filter.key).at !== 'index') return filter;
    const long = filter.values.filter((value) => needsWholeValue(filter.key, value));
    return long.length === 0 ? filter : { ...filter, spans: spansHolding(reader, project, filter.key, long) };
  });
}

function spansHolding(
  reader: Reader,
  project: number,
  key: string,
  values: readonly FilterValue[],
): number[] {
  const candidates = candidatesFor(reader.statements, project, key, values);
  const found: number[] = [];
  for (const batch of inBatches(candidates, MAX_BATCH_BYTES)) {
    for (const [i, raw] of reader.raw.read(batch).entries()) {
      const value = attributeOf(raw, key);
      if (values.some((wanted) => holds(value, wanted))) found.push(batch[i]!.id);
    }
  }
  return found;
}

/** A span's own attribute stands before its resource's. */
function attributeOf(raw: RawRecord, key: string): AttributeValue {
  const own = readAttributes(raw.bytes, 0, raw.bytes.length, ATTRIBUTES_OF_SPAN);
  return (own.has(key) ? own.get(key) : readResource(raw.resource.bytes).get(key)) ?? null;
}

function holds(value: AttributeValue, wanted: FilterValue): boolean {
  if (Array.isArray(value)) return value.some((item: AttributeValue) => isSame(item, wanted));
  return isSame(value, wanted);
}

function isSame(value: AttributeValue, wanted: FilterValue): boolean {
  // 5 and 5n are one number. Only an integer can be both, and as bigint it keeps its digits.
  if (typeof value === 'bigint' && typeof wanted === 'number')
    return Number.isInteger(wanted) && value === BigInt(wanted);
  if (typeof value === 'number' && typeof wanted === 'bigint')
    return Number.isInteger(value) && BigInt(value) === wanted;
  return value === wanted;
}
