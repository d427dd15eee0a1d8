import { rawJSON } from '../raw-json.ts';
import type { AttributeValue, Attributes } from './records.ts';

/**
 * An attribute value as plain JSON: integers with all their digits, NaN and infinities as text, bytes in base64. The
 * result is for JSON.stringify only.
 */
export function plainValue(value: AttributeValue): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : rawJSON(String(value));
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map((item: AttributeValue) => plainValue(item));
  if (value instanceof Map) return plainEntries(value as ReadonlyMap<string, AttributeValue>);
  return value;
}

/** An attribute list as a plain object, `__proto__` included. */
export function plainAttributes(attributes: Attributes): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const key of attributes.keys()) define(plain, key, plainValue(attributes.get(key) ?? null));
  return plain;
}

function plainEntries(entries: ReadonlyMap<string, AttributeValue>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [key, value] of entries) define(plain, key, plainValue(value));
  return plain;
}

function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
