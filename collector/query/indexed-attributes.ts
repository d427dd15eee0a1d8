import type { IndexedAttribute } from '../contract/unscoped.ts';
import { plainValue } from '../decode/plain-json.ts';
import type { AttributeValue } from '../decode/records.ts';
import type { SpanRecordRow } from '../store/reader/spans.ts';
import type { Reader } from './reader.ts';
import { decodeRaw } from './span-content.ts';

/** Longer values are not indexed (API.md section 3). */
const MAX_LENGTH = 128;
const MAX_SAMPLES = 10;
/** Spans whose bytes are read for it. */
const MAX_READ = 2000;

interface Indexed {
  readonly type: IndexedAttribute['key_type'];
  readonly values: Map<unknown, unknown>;
}

/**
 * The indexed keys of these spans with their distinct values: `gen_ai.*` attributes of one value of up to 128 characters.
 * Read from the stored spans themselves.
 */
function indexedOf(reader: Reader, rows: readonly SpanRecordRow[]): Map<string, Indexed> {
  const found = new Map<string, Indexed>();
  for (const raw of reader.raw.read(rows.slice(0, MAX_READ))) {
    const { attributes } = decodeRaw(raw);
    for (const key of attributes.keys()) {
      const value = attributes.get(key);
      const type = key.startsWith('gen_ai.') ? typeOf(value) : null;
      if (type === null) continue;
      const indexed = found.get(key) ?? { type, values: new Map<unknown, unknown>() };
      indexed.values.set(value, plainValue(value!));
      found.set(key, indexed);
    }
  }
  return found;
}

function typeOf(value: AttributeValue | undefined): IndexedAttribute['key_type'] | null {
  if (typeof value === 'string') return value.length <= MAX_LENGTH ? 'string' : null;
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'bigint' || typeof value === 'number' ? 'number' : null;
}

/** `attributes` of a trace: each indexed key with the distinct values that its spans give it. */
export function indexedValues(reader: Reader, rows: readonly SpanRecordRow[]): Record<string, unknown[]> {
  const entries = [...indexedOf(reader, rows)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, { values }]) => [key, [...values.values()]]));
}

/** The same keys as something to filter by. */
export function indexedKeys(reader: Reader, rows: readonly SpanRecordRow[]): IndexedAttribute[] {
  const entries = [...indexedOf(reader, rows)].sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, { type, values }]) => ({
    key,
    key_type: type,
    entity_type: 'span',
    sample_values: [...values.values()].slice(0, MAX_SAMPLES),
  }));
}
