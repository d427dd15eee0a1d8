import type { Attributes } from '../../decode/records.ts';
import { MAX_COST, MAX_COUNT } from '../draft.ts';
import { SCAN_LIMIT, eachElement, memberNumber, memberStart, skipBlank, stringHead } from '../json-scan.ts';
import { MAX_KEPT_NAME } from '../names.ts';

/** One JSON object in a text attribute, looked into without parsing it. */
export interface JsonFields {
  /** A number from 0 to 10^12, rounded, by the first of these names that has one. */
  count(...names: readonly string[]): number | null;
  /** What one call may have cost: any number from 0 to 1,000. */
  dollars(name: string): number | null;
  /** Any number from 0 to `max`. */
  number(name: string, max: number): number | null;
  /** The object under a name; null when there is none. */
  object(name: string): JsonFields | null;
  /** The first element of the array under a name, or of an array that is the first; null when it is no object or there is none. */
  first(name: string): JsonFields | null;
  /** A text, up to 1,000 characters, by the first of these names that has one. */
  name(...names: readonly string[]): string | null;
}

/** The JSON object that attribute `key` holds as text; null when it holds none, or one too large to look into. */
export function jsonFields(attributes: Attributes, key: string): JsonFields | null {
  const text = attributes.string(key);
  if (text === undefined || text.length > SCAN_LIMIT) return null;
  const start = skipBlank(text, 0, text.length);
  return objectAt(text, start);
}

function fieldsAt(text: string, start: number): JsonFields {
  const upTo = (max: number, name: string): number | null => {
    const value = memberNumber(text, start, name);
    return value !== null && value >= 0 && value <= max ? value : null;
  };
  return {
    number: (name, max) => upTo(max, name),
    dollars: (name) => upTo(MAX_COST, name),
    count: (...names) => {
      const value = names.map((name) => upTo(MAX_COUNT, name)).find((found) => found !== null) ?? null;
      return value === null ? null : Math.round(value);
    },
    object: (name) => {
      const inner = memberStart(text, start, name, text.length);
      return inner >= 0 ? objectAt(text, inner) : null;
    },
    first: (name) => {
      const list = memberStart(text, start, name, text.length);
      const first = elementAt(text, list);
      // No further: what nests without an end would fill the stack.
      return objectAt(text, first) ?? objectAt(text, elementAt(text, first));
    },
    name: (...names) => {
      for (const name of names) {
        const at = memberStart(text, start, name, text.length);
        const value = at >= 0 ? stringHead(text, at, MAX_KEPT_NAME) : null;
        if (value !== null && value !== '') return value;
      }
      return null;
    },
  };
}

/** Where the first element of the array at `list` begins; -1 where there is no array or nothing in it. */
function elementAt(text: string, list: number): number {
  let first = -1;
  if (text.charAt(list) === '[')
    eachElement(text, list, text.length, (element) => {
      first = element;
      return false;
    });
  return first;
}

const objectAt = (text: string, at: number): JsonFields | null =>
  text.charAt(at) === '{' ? fieldsAt(text, at) : null;

/** A text that some exporters quote as JSON (`"LLM"`), without its quotes. */
export function unquoted(attributes: Attributes, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = attributes.string(key);
    if (text === undefined) continue;
    const value = text.startsWith('"') ? (stringHead(text, 0, MAX_KEPT_NAME) ?? text) : text;
    if (value !== '' && value !== 'null') return value;
  }
  return null;
}
