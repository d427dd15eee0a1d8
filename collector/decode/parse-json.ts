import { randomBytes } from 'node:crypto';
import { replaceLiterals } from '../lib/recorded-json.ts';
import { DecodeError } from './wire.ts';

/** A number that a double may not hold. A match inside a string does no harm: it costs one walk through the text. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/;
/** At most so many objects and lists a request: two characters make one that takes some fifty bytes. */
export const MAX_OBJECTS = 4_000_000;

/** The beginning of a string that stands for an integer. Random, so that no text of a request can pass for one. */
const MARK = `\u0000${randomBytes(12).toString('base64')}`;
/** The same as it is written in JSON. */
const QUOTED_MARK = `"\\u0000${MARK.slice(1)}`;
const MARK_CODE = 0;

const LONG_INTEGER = /^-?[1-9]\d{15,63}$/;

/** JSON as it was sent, as text, without the byte order mark that some programs put before it. */
export const jsonText = (sent: Buffer): string => sent.toString().replace(/^\uFEFF/, '');

/**
 * Parses OTLP JSON; integers that a double may not hold come as strings that only `integerIn` knows. Throws a DecodeError
 * where it is no JSON, or too many objects.
 */
export function parseOtlpJson(text: string): unknown {
  const mayBeMany = text.length >= 2 * MAX_OBJECTS;
  const marked = mayBeMany || LONG_NUMBER.test(text) ? withLongIntegersMarked(text) : text;
  try {
    return JSON.parse(marked);
  } catch (cause) {
    throw new DecodeError(`invalid JSON: ${whatIsWrongWith(text, cause)}`, { cause });
  }
}

/** What is wrong with the JSON. Positions are those in the text as it was sent, without our marks. */
function whatIsWrongWith(text: string, error: unknown): string {
  try {
    JSON.parse(text);
    return String(error);
  } catch (asItCame) {
    return withoutContent(asItCame instanceof Error ? asItCame.message : String(asItCame), text);
  }
}

/** V8 quotes the text around what is wrong, which may be what rules are to take out; the place is told instead. */
function withoutContent(message: string, text: string): string {
  if (!message.endsWith(' is not valid JSON')) return message;
  const whatEnd = message.startsWith('"') ? 0 : message.indexOf(', ');
  const quoted = message.slice(message.indexOf('"', whatEnd) + 1, message.lastIndexOf('"'));
  return `${message.slice(0, whatEnd) || 'it is none'} near position ${Math.max(text.indexOf(quoted), 0)}`;
}

/** The integer that a parsed value stands for; undefined where it is a string, or anything else. */
export const integerIn = (value: unknown): bigint | undefined =>
  typeof value === 'string' && value.charCodeAt(0) === MARK_CODE && value.startsWith(MARK)
    ? BigInt(value.slice(MARK.length))
    : undefined;

function withLongIntegersMarked(text: string): string {
  let objects = 0;
  return replaceLiterals(
    text,
    (literal) => (LONG_INTEGER.test(literal) ? `${QUOTED_MARK}${literal}"` : undefined),
    () => {
      if (++objects > MAX_OBJECTS) throw new DecodeError(`more than ${MAX_OBJECTS} objects and lists`);
    },
  );
}
