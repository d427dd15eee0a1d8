import { cut } from '../lib/cut.ts';
import { MAX_KEPT_NAME } from './names.ts';

/** Characters that a scan looks at, at most, before it gives up: a history of megabytes must not hold up ingestion. */
export const SCAN_LIMIT = 65_536;

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const COMMA = 44;
const COLON = 58;

/** Where the string that opens at `at` ends (past its quote); -1 when it does not end before `limit`. */
function stringEnd(text: string, at: number, limit: number): number {
  let i = at + 1;
  for (;;) {
    const quote = text.indexOf('"', i);
    if (quote < 0 || quote >= limit) return -1;
    let back = quote - 1;
    while (back >= i && text.charCodeAt(back) === BACKSLASH) back--;
    if ((quote - back) % 2 === 1) return quote + 1;
    i = quote + 1;
    // Escaped quotes come in swarms (JSON inside JSON), where a call for each costs more than walking.
    const near = Math.min(limit, i + 64);
    while (i < near) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) return i + 1;
      i += code === BACKSLASH ? 2 : 1;
    }
  }
}

/** Where the value that begins at `at` ends; -1 when it does not end before `limit`. Trusts the text to be JSON. */
export function valueEnd(text: string, at: number, limit: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return stringEnd(text, at, limit);
  let depth = 0;
  for (let i = at; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      const end = stringEnd(text, i, limit);
      if (end < 0) return -1;
      i = end - 1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (depth === 0) return i;
      if (--depth === 0) return i + 1;
    } else if (depth === 0 && code === COMMA) return i;
  }
  return -1;
}

/** The first character at or after `at` that is neither white space, comma nor colon. */
export function skipBlank(text: string, at: number, limit: number): number {
  let i = at;
  while (i < limit) {
    const code = text.charCodeAt(i);
    if (code > 32 && code !== COMMA && code !== COLON) break;
    i++;
  }
  return i;
}

/**
 * Calls `visit` with the start of each element of the array that opens at `at`, until it answers false, the array ends
 * or `limit` is reached. An element that is longer than the limit is visited, and is the last. Answers whether the array ended.
 */
export function eachElement(
  text: string,
  at: number,
  limit: number,
  visit: (start: number) => boolean,
): boolean {
  let i = skipBlank(text, at + 1, limit);
  while (i < limit && text.charCodeAt(i) !== CLOSE_BRACKET) {
    if (!visit(i)) return false;
    const end = valueEnd(text, i, limit);
    if (end <= i) return false;
    i = skipBlank(text, end, limit);
  }
  return i < limit;
}

/** Calls `visit` with the name and the start of the value of each member of the object that opens at `at`; as eachElement. */
export function eachMember(
  text: string,
  at: number,
  limit: number,
  visit: (name: string, start: number) => boolean,
): void {
  let i = skipBlank(text, at + 1, limit);
  while (i < limit && text.charCodeAt(i) === QUOTE) {
    const nameEnd = stringEnd(text, i, limit);
    if (nameEnd < 0) return;
    const start = skipBlank(text, nameEnd, limit);
    if (start >= limit || !visit(text.slice(i + 1, nameEnd - 1), start)) return;
    const end = valueEnd(text, start, limit);
    if (end < 0) return;
    i = skipBlank(text, end, limit);
  }
}

/** Where the value of member `name` of the object at `at` begins; -1 when it has none within `limit`. */
export function memberStart(text: string, at: number, name: string, limit: number): number {
  let found = -1;
  eachMember(text, at, limit, (member, start) => {
    if (member === name) found = start;
    return found < 0;
  });
  return found;
}

/** The JSON of a member of the object that `text` is, or of a list's first object; no characters where there is none. */
export function memberText(text: string, name: string): string {
  const limit = Math.min(text.length, SCAN_LIMIT);
  const at = skipBlank(text, text.startsWith('[') ? 1 : 0, limit);
  const start = text.charAt(at) === '{' ? memberStart(text, at, name, limit) : -1;
  const end = start < 0 ? start : valueEnd(text, start, limit);
  return start < 0 ? '' : text.slice(start, end < 0 ? limit : end);
}

/**
 * The first `length` characters of the JSON string that opens at `at`, unescaped; null when no string opens there. Halves of
 * surrogate pairs, which escapes may say, are replaced, one at the end is left out: SQLite would take them for another
 * character.
 */
export function stringHead(text: string, at: number, length: number): string | null {
  if (text.charCodeAt(at) !== QUOTE) return null;
  const word = wordAt(text, at + 1, length);
  if (word !== null) return word;
  const part = text.slice(at + 1, at + 1 + length);
  const quote = part.indexOf('"');
  const plain = quote < 0 ? part : part.slice(0, quote);
  // Parsed also where nothing is escaped: what is only cut out and kept would keep the whole text in memory.
  const head = plain.includes('\\') ? unescapedHead(text, at, length) : unescape(`"${plain}"`);
  return head === null ? null : cut(head, length).toWellFormed();
}

/** Parts of a text up to this length V8 copies. */
const COPIED_LENGTH = 12;

/** A short string of plain ASCII that begins at `start`, as roles and types are; null for any other. */
function wordAt(text: string, start: number, length: number): string | null {
  const limit = Math.min(text.length, start + Math.min(length, COPIED_LENGTH) + 1);
  for (let i = start; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return text.slice(start, i);
    if (code === BACKSLASH || code < 32 || code > 126) return null;
  }
  return null;
}

/** As many characters and more, of a string in which there is something to unescape. */
function unescapedHead(text: string, at: number, length: number): string | null {
  // An escape takes up to six characters.
  const most = at + 1 + length * 6;
  const end = stringEnd(text, at, Math.min(text.length, most));
  return end >= 0 ? unescape(text.slice(at, end)) : unescapeOpen(text.slice(at, most));
}

/** Of a string that lacks its end. The cut may have split an escape, so it moves back by up to the length of one. */
function unescapeOpen(json: string): string | null {
  for (let drop = 0; drop < 6; drop++) {
    const head = unescape(`${json.slice(0, json.length - drop)}"`);
    if (head !== null) return head;
  }
  return null;
}

function unescape(json: string): string | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** The string that member `name` of the JSON object in `text` holds, up to 1,000 characters. */
export function memberString(text: string | undefined, name: string): string | null {
  if (text === undefined) return null;
  const limit = Math.min(text.length, SCAN_LIMIT);
  const object = skipBlank(text, 0, limit);
  if (text.charCodeAt(object) !== OPEN_BRACE) return null;
  const start = memberStart(text, object, name, limit);
  return start < 0 ? null : stringHead(text, start, MAX_KEPT_NAME);
}

/** The number that member `name` of the object that opens at `at` holds. */
export function memberNumber(text: string, at: number, name: string): number | null {
  const limit = Math.min(text.length, at + SCAN_LIMIT);
  const start = memberStart(text, at, name, limit);
  if (start < 0) return null;
  const end = valueEnd(text, start, limit);
  const value = end < 0 ? Number.NaN : Number(text.slice(start, end));
  return Number.isFinite(value) ? value : null;
}
