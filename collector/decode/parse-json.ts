import { randomBytes } from 'node:crypto';
import { DecodeError } from './wire.ts';

/** A number literal that a double may not hold. A match inside a string only costs the walk through the text. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/;
/** Objects and lists of a request: each may be two characters of it, and takes some fifty bytes. */
const MAX_OBJECTS = 4_000_000;

/** What a string begins with that stands for an integer. Nobody else knows it, so that no text of a request can be taken for one. */
const MARK = `\u0000${randomBytes(12).toString('base64')}`;
/** As it stands in JSON. */
const QUOTED_MARK = `"\\u0000${MARK.slice(1)}`;
const MARK_CODE = 0;

const LONG_INTEGER = /^-?[1-9]\d{15,63}$/;

/**
 * Parses OTLP JSON; integers that a double may not hold come as strings that only `integerIn` knows. Throws a DecodeError
 * where it is no JSON, or too many objects.
 */
export function parseOtlpJson(text: string): unknown {
  const mayBeMany = text.length >= 2 * MAX_OBJECTS;
  const quoted = mayBeMany || LONG_NUMBER.test(text) ? withLongIntegersQuoted(text) : text;
  try {
    return JSON.parse(quoted);
  } catch (cause) {
    throw new DecodeError(`invalid JSON: ${whatIsWrongWith(text, cause)}`, { cause });
  }
}

/** What is wrong with the JSON, with positions in the text as it was sent: ours has marks in it. */
function whatIsWrongWith(text: string, error: unknown): string {
  try {
    JSON.parse(text);
    return String(error);
  } catch (asItCame) {
    return asItCame instanceof Error ? asItCame.message : String(asItCame);
  }
}

/** The integer that a parsed value stands for; undefined where it is a string, or anything else. */
export const integerIn = (value: unknown): bigint | undefined =>
  typeof value === 'string' && value.charCodeAt(0) === MARK_CODE && value.startsWith(MARK)
    ? BigInt(value.slice(MARK.length))
    : undefined;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** In a number, whatever is wrong with it: digits, signs, a point, an exponent. */
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === MINUS || code === 0x2b || code === 0x2e || code === 0x45 || code === 0x65;

/**
 * Valid JSON for valid JSON, and none for none: only a literal that stands where a value may stand is quoted. A parser that
 * hands on each literal's source would keep a record of each value, a hundred times what the text takes.
 */
function withLongIntegersQuoted(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let objects = 0;
  /** The last character that was no space, outside of strings: a value follows `:`, `[` and `,`. */
  let before = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      before = QUOTE;
    } else if (isDigit(code) || code === MINUS) {
      const start = at;
      while (at < text.length && isOfNumber(text.charCodeAt(at))) at++;
      const literal = at - start < 16 ? '' : text.slice(start, at);
      if (startsValue(before) && LONG_INTEGER.test(literal) && endsValue(text, at)) {
        pieces.push(text.slice(copied, start), QUOTED_MARK, literal, '"');
        copied = at;
      }
      before = code;
    } else {
      if ((code === 0x7b || code === 0x5b) && ++objects > MAX_OBJECTS)
        throw new DecodeError(`more than ${MAX_OBJECTS} objects and lists`);
      if (!isSpace(code)) before = code;
      at++;
    }
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied);
}

/** Past its closing quote, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const startsValue = (code: number): boolean => code === 0x3a || code === 0x5b || code === 0x2c;

/** A comma or the end of a list or object follows: not a colon, before which only a string may stand. */
function endsValue(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  const code = text.charCodeAt(at);
  return code === 0x2c || code === 0x5d || code === 0x7d;
}
