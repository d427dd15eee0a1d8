import { isRawJSON } from '../../lib/raw-json.ts';

/** Characters of one answer: Claude Code refuses one of more than 25,000 tokens, and JSON takes one for three characters. */
export const MAX_CHARACTERS = 60_000;

/** A text cut to `most` characters. Where any are left out it says so, and `instead`, how to get at them. */
export const bounded = (text: string, instead: string, most = MAX_CHARACTERS): string =>
  text.length <= most
    ? text
    : `${text.slice(0, most)}\n\n… cut off after ${most} of ${text.length} characters: ${instead}`;

/** A value with each of its texts cut to `most` characters. Digits that are no number of JavaScript's stay as they are. */
export function shortened(value: unknown, most: number): unknown {
  if (typeof value === 'string')
    return value.length <= most ? value : `${value.slice(0, most)}… (${value.length - most} more characters)`;
  if (typeof value !== 'object' || value === null || isRawJSON(value)) return value;
  if (Array.isArray(value)) return value.map((item) => shortened(item, most));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, most)]));
}

/** A value without what says nothing: null, empty texts, lists and objects, 0 and false. */
export function withoutEmpty(value: object): object {
  return Object.fromEntries(
    Object.entries(value).filter(([, item]) => item !== 0 && item !== false && !isEmpty(item)),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && !isRawJSON(value) && Object.values(value).every((item) => item === null));

/**
 * JSON of a value, with what is in its outer levels on lines of its own. What lies deeper stands in one line: indentation says
 * little there, and of what is nested a thousand times it would be all there is.
 */
export function printed(value: unknown, levels = 3, indent = ''): string {
  if (
    levels === 0 ||
    typeof value !== 'object' ||
    value === null ||
    isRawJSON(value) ||
    Object.keys(value).length === 0
  )
    return JSON.stringify(value);
  const inner = `${indent} `;
  const items = Array.isArray(value)
    ? value.map((item) => printed(item, levels - 1, inner))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}: ${printed(item, levels - 1, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`;
}

/** A text as one line of at most 200 characters. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 200 ? line : `${line.slice(0, 200)}…`;
}
