import { jsonDouble, rawJSON } from '../lib/raw-json.ts';
import type { AttributeValue, Attributes } from './records.ts';

/**
 * An attribute value as plain JSON: integers with all their digits, NaN and infinities as text, bytes in base64. The
 * result is for JSON.stringify only.
 */
export function exactJsonValue(value: AttributeValue): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : rawJSON(String(value));
  }
  if (typeof value === 'number') return jsonDouble(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map((item: AttributeValue) => exactJsonValue(item));
  if (value instanceof Map) return plainEntries(value as ReadonlyMap<string, AttributeValue>);
  return value;
}

/** An attribute list as a plain object, `__proto__` included. */
export const plainAttributes = (attributes: Attributes): Record<string, unknown> =>
  Object.fromEntries(
    Array.from(attributes.keys(), (key) => [key, exactJsonValue(attributes.get(key) ?? null)]),
  );

const plainEntries = (entries: ReadonlyMap<string, AttributeValue>): Record<string, unknown> =>
  Object.fromEntries(Array.from(entries, ([key, value]) => [key, exactJsonValue(value)]));
