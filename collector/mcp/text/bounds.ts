import { countOf } from '../../contract/words.ts';
import { cut } from '../../lib/cut.ts';
import { isRawJSON } from '../../lib/raw-json.ts';

/** Characters of one answer: Claude Code refuses one of more than 25,000 tokens, and JSON takes one for three characters. */
export const MAX_CHARACTERS = 60_000;

/**
 * A text cut to `most` characters. Where any are left out it says so, and `instead`, how to get at them; a function is told how
 * many are there.
 */
export function bounded(
  text: string,
  instead: string | ((after: number) => string),
  most = MAX_CHARACTERS,
): string {
  const kept = cut(text, most);
  if (kept === text) return text;
  const how = typeof instead === 'string' ? instead : instead(kept.length);
  return `${kept}\n\n… cut off after ${kept.length} of ${text.length} characters: ${how}`;
}

/** As many of the first lines as have room in `most` characters, at least one. */
export function fitting(lines: readonly string[], most: number): readonly string[] {
  let room = most;
  const end = lines.findIndex((line) => (room -= line.length + 1) < 0);
  return end === -1 ? lines : lines.slice(0, Math.max(end, 1));
}

/** Whole lines, as many as have room. Where any are left out it says how many, and `instead`, how to get at them. */
export function wholeLines(lines: readonly string[], instead: string): string {
  const told = fitting(lines, MAX_CHARACTERS);
  const left = lines.length - told.length;
  const text = bounded(told.join('\n'), instead);
  return left === 0 ? text : `${text}\n\n… ${countOf(left, 'more line')}: ${instead}`;
}

/** A value with each of its texts cut to `most` characters. Digits that are no number of JavaScript's stay as they are. */
export function shortened(value: unknown, most: number): unknown {
  if (typeof value === 'string') return shortenedText(value, most);
  if (typeof value !== 'object' || value === null || isRawJSON(value)) return value;
  if (Array.isArray(value)) return value.map((item) => shortened(item, most));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, most)]));
}

function shortenedText(text: string, most: number): string {
  const kept = cut(text, most);
  return kept === text ? text : `${kept}… (${text.length - kept.length} more characters)`;
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
  const kept = cut(line, 200);
  return kept === line ? line : `${kept}…`;
}
