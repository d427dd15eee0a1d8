import type { AttributeValue } from '../decode/records.ts';

export type JsonObject = { readonly [key: string]: unknown };

/** Deeper values stay text: answers are written by recursive serializers, and nobody reads that deep. */
export const MAX_DEPTH = 100;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of these fields that is a non-empty string. */
export function stringOf(object: JsonObject, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = object[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** True when `value` nests deeper than `levels`. Goes no deeper than that itself. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, levels - 1));
  return Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

/**
 * An attribute's value as plain JSON: integers as numbers where they are exact, else as decimal digits; bytes as base64; what
 * lies deeper than `levels` as a text that says so.
 */
export function messageValue(value: AttributeValue | undefined, levels = MAX_DEPTH): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '[nested too deeply]';
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Map) return messageMap(value, levels);
  return Array.isArray(value) ? value.map((item: AttributeValue) => messageValue(item, levels - 1)) : null;
}

function messageMap(map: ReadonlyMap<string, AttributeValue>, levels: number): JsonObject {
  return Object.fromEntries([...map].map(([key, item]) => [key, messageValue(item, levels - 1)]));
}

/** JSON with sorted keys, so that equal values have equal texts. For values within MAX_DEPTH. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isObject(value)) {
    const keys = Object.keys(value).toSorted();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Whether a member says no more than one that is not there: null, an empty text, list or object. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
