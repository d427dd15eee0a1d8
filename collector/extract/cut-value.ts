import { exactJsonValue } from '../decode/plain-json.ts';
import type { AttributeValue } from '../decode/records.ts';
import { cut } from '../lib/cut.ts';

const MAX_DEPTH = 12;

/**
 * A decoded value as JSON knows it: maps as objects, integers with all their digits, NaN and infinities as text, bytes as
 * null. What lies deeper than 12 levels or past about `size` characters is null or cut. For JSON.stringify only.
 */
export function cutValue(value: AttributeValue, size: number): unknown {
  return convert(value, 0, { left: size });
}

function convert(value: AttributeValue, depth: number, budget: { left: number }): unknown {
  budget.left -= 8;
  if (budget.left < 0 || depth > MAX_DEPTH || value instanceof Uint8Array) return null;
  if (typeof value === 'bigint' || typeof value === 'number') return exactJsonValue(value);
  if (typeof value === 'string') {
    const text = cut(value, budget.left);
    budget.left -= text.length;
    return text;
  }
  if (value === null || typeof value !== 'object') return value;
  if (!isMap(value)) return convertItems(value, depth, budget);
  const entries: [string, unknown][] = [];
  for (const [key, item] of value) {
    if (budget.left < 0) break;
    budget.left -= key.length;
    entries.push([key, convert(item, depth + 1, budget)]);
  }
  return Object.fromEntries(entries);
}

function convertItems(values: readonly AttributeValue[], depth: number, budget: { left: number }): unknown[] {
  const items: unknown[] = [];
  for (const value of values) {
    if (budget.left < 0) break;
    items.push(convert(value, depth + 1, budget));
  }
  return items;
}

/** ReadonlyMap and readonly arrays are not told apart by `instanceof Map` and `Array.isArray` alone. */
function isMap(
  value: readonly AttributeValue[] | ReadonlyMap<string, AttributeValue>,
): value is ReadonlyMap<string, AttributeValue> {
  return value instanceof Map;
}
