/* What a text may hold that is to come as text. A match inside a string only costs the walk through it all. */
const LONG_INTEGER = /[:[,]\s*-?\d{16}/;
/** Ids in hexadecimal have exponents too, but seldom before the end of a value. */
const LARGE_EXPONENT = /\d[eE]\+?\d{3}\d*\s*[,\]}]/;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+$/;
/** As Python's json writes floats that JSON has no number for. */
const WORDS: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity']);

/**
 * JSON.parse for the objects, lists and strings that programs wrote into attributes, bodies and events: integers beyond 2^53
 * and numbers beyond all doubles come as text, as they were written; any other number is the nearest double. NaN and
 * infinities are no JSON, and text too. Throws a SyntaxError where it is none even so.
 */
export function parseRecordedJson(text: string): unknown {
  const mayHoldText =
    LONG_INTEGER.test(text) || LARGE_EXPONENT.test(text) || text.includes('NaN') || text.includes('Infinity');
  return JSON.parse(mayHoldText ? replaceLiterals(text, quoted) : text);
}

const quoted = (literal: string): string | undefined => (isText(literal) ? `"${literal}"` : undefined);

function isText(literal: string): boolean {
  if (!NUMBER.test(literal)) return WORDS.has(literal);
  const value = Number(literal);
  return !Number.isFinite(value) || (INTEGER.test(literal) && !Number.isSafeInteger(value));
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The text with what `replace` gives for its literals: numbers and words that stand where an object or list has a value;
 * undefined leaves them. Nothing else that is wrong with the text is mended, and valid JSON stays valid as long as `replace`
 * gives a value. A parser that hands on each literal's source would keep a record of each value, a hundred times what the
 * text takes. `opened` is called at every bracket that opens an object or a list.
 */
export function replaceLiterals(
  text: string,
  replace: (literal: string) => string | undefined,
  opened?: () => void,
): string {
  const pieces: string[] = [];
  let copied = 0;
  /** The last character that was no space, outside of strings: a value follows `:`, `[` and `,`. */
  let before = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      before = QUOTE;
    } else if (isOfLiteral(code)) {
      const start = at;
      while (at < text.length && isOfLiteral(text.charCodeAt(at))) at++;
      const isValue = startsValue(before) && endsValue(text, at);
      const other = isValue ? replace(text.slice(start, at)) : undefined;
      if (other !== undefined) {
        pieces.push(text.slice(copied, start), other);
        copied = at;
      }
      before = code;
    } else {
      if (code === 0x7b || code === 0x5b) opened?.();
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

/** Of a number or a word, whatever is wrong with it: digits, letters, signs, a point. */
export const isOfLiteral = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  code === 0x2d ||
  code === 0x2b ||
  code === 0x2e;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const startsValue = (code: number): boolean => code === 0x3a || code === 0x5b || code === 0x2c;

/** A comma or the end of a list or object follows: not a colon, before which only a string may stand. */
function endsValue(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  const code = text.charCodeAt(at);
  return code === 0x2c || code === 0x5d || code === 0x7d;
}
