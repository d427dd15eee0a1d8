import { JSON_ESCAPES } from '../decode/fast-json/json-input.ts';
import { isOfLiteral } from '../lib/recorded-json.ts';

/** Brackets in brackets: what lies deeper nobody reads as JSON. */
const MAX_DEPTH = 320;

const QUOTE = 0x22;
const BRACE = 0x7b;
const BRACKET = 0x5b;

/** What may stand next. */
type Expected = 'value' | 'item or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** Python's words for floats that JSON has no number for are among them. */
const LITERAL = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|NaN|-?Infinity)$/;
const START = /^[ \t\r\n]*[{["]/;
const HEX = /^[\dA-Fa-f]{4}$/;

/** Whether a text is to be read as JSON: programs write conversations, arguments and results as objects, lists or strings. */
export const looksLikeJson = (text: string): boolean => START.test(text);

/** What a string says of which this stands between the quotes. What is no escape stays, as half of one at the end does. */
function unescaped(content: string): string {
  let said = '';
  let copied = 0;
  for (let at = content.indexOf('\\'); at >= 0; at = content.indexOf('\\', at)) {
    const hex = content[at + 1] === 'u' ? content.slice(at + 2, at + 6) : '';
    const isHex = HEX.test(hex);
    const sign = isHex ? String.fromCharCode(Number.parseInt(hex, 16)) : JSON_ESCAPES[content[at + 1] ?? ''];
    const next = at + (isHex ? 6 : 2);
    if (sign !== undefined) {
      said += content.slice(copied, at) + sign;
      copied = next;
    }
    at = next;
  }
  return said + content.slice(copied);
}

/**
 * Goes through the tokens of a JSON text, or of several that follow one another, in time that grows with the text alone. A
 * text that was cut off ends where it does. Strings may hold lines and tabs as they are.
 */
export class JsonScanner {
  readonly #text: string;
  /** For each bracket that is open, whether it is an object's. */
  readonly #open: boolean[] = [];
  #at = 0;
  /** The last backslash that was looked for: none is between. */
  #escape = -1;
  #expected: Expected = 'value';

  kind: 'key' | 'string' | 'literal' | 'open' | 'close' = 'open';
  /** Where the token lies, of a string and a key what is between the quotes: `[start, end)`. */
  start = 0;
  end = 0;
  hasEscape = false;
  /** The string has its closing quote. */
  isClosed = true;
  /** From `end` on the text is no JSON. */
  isBroken = false;
  /** It is broken because it goes deeper than is looked. */
  isTooDeep = false;

  constructor(text: string) {
    this.#text = text;
  }

  get depth(): number {
    return this.#open.length;
  }

  /** Where the token ends, with its closing quote. */
  get after(): number {
    return this.#at;
  }

  /** Moves on to the next token; false at the end of the text, and where it is no JSON. */
  next(): boolean {
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b && code !== 0x0c)) continue;
      if (code === 0x3a && this.#expected === 'colon') this.#expected = 'value';
      else if (code === 0x2c && this.#expected === 'comma or end' && this.depth > 0)
        this.#expected = this.#open.at(-1) ? 'key' : 'value';
      else return this.#token(code);
    }
    return false;
  }

  #token(code: number): boolean {
    const expected = this.#expected;
    const mayBeKey = expected === 'key' || expected === 'key or end';
    const mayBeValue =
      expected === 'value' ||
      expected === 'item or end' ||
      // JSON lines.
      (this.depth === 0 && (code === BRACE || code === BRACKET));
    if (code === QUOTE) return mayBeKey || mayBeValue ? this.#string(mayBeKey) : this.#break();
    if (code === BRACE || code === BRACKET) return mayBeValue ? this.#bracket(code === BRACE) : this.#break();
    if (code === 0x7d || code === 0x5d) return this.#close(code === 0x7d);
    return mayBeValue ? this.#literal() : this.#break();
  }

  #string(isKey: boolean): boolean {
    const text = this.#text;
    this.kind = isKey ? 'key' : 'string';
    this.start = this.#at + 1;
    this.hasEscape = false;
    let quote = text.indexOf('"', this.start);
    for (let escape = this.#escapeFrom(this.start); escape < quote || (quote < 0 && escape < text.length);) {
      this.hasEscape = true;
      const next = escape + 2;
      if (quote >= 0 && quote < next) quote = text.indexOf('"', next);
      escape = this.#escapeFrom(next);
    }
    this.isClosed = quote >= 0;
    this.end = this.isClosed ? quote : text.length;
    this.#at = this.isClosed ? quote + 1 : text.length;
    this.#expected = isKey ? 'colon' : 'comma or end';
    // What only begins with a quote is a text as any other.
    this.isBroken = !this.isClosed && this.depth === 0;
    return true;
  }

  /** The first backslash from a place on; the text's length without one. */
  #escapeFrom(at: number): number {
    if (this.#escape < at) {
      const found = this.#text.indexOf('\\', at);
      this.#escape = found < 0 ? this.#text.length : found;
    }
    return this.#escape;
  }

  #bracket(isObject: boolean): boolean {
    if (this.depth === MAX_DEPTH) {
      this.isTooDeep = true;
      return this.#break();
    }
    this.#open.push(isObject);
    this.#expected = isObject ? 'key or end' : 'item or end';
    return this.#found('open', this.#at + 1);
  }

  #close(isObject: boolean): boolean {
    const expected = this.#expected;
    const mayEnd = expected === 'comma or end' || expected === (isObject ? 'key or end' : 'item or end');
    if (!mayEnd || this.#open.at(-1) !== isObject) return this.#break();
    this.#open.pop();
    this.#expected = 'comma or end';
    return this.#found('close', this.#at + 1);
  }

  #literal(): boolean {
    const text = this.#text;
    let end = this.#at;
    while (end < text.length && isOfLiteral(text.charCodeAt(end))) end++;
    if (!LITERAL.test(text.slice(this.#at, end))) return this.#break();
    this.#expected = 'comma or end';
    return this.#found('literal', end);
  }

  #found(kind: 'open' | 'close' | 'literal', end: number): true {
    this.kind = kind;
    this.start = this.#at;
    this.#at = this.end = end;
    this.hasEscape = false;
    this.isClosed = true;
    return true;
  }

  #break(): false {
    this.isBroken = true;
    this.#at = this.#text.length;
    return false;
  }
}

/** A JSON text with what its strings say in the place of how it is written; from where it is no JSON on as it is. */
export function withoutEscapes(text: string): {
  readonly said: string;
  /** What the keys and strings say that have escapes, in their order. */
  readonly strings: readonly string[];
  readonly isBroken: boolean;
} {
  const scanner = new JsonScanner(text);
  const strings: string[] = [];
  const pieces: string[] = [];
  let copied = 0;
  while (scanner.next()) {
    const { hasEscape, start, end } = scanner;
    if (!hasEscape) continue;
    const string = unescaped(text.slice(start, end));
    strings.push(string);
    pieces.push(text.slice(copied, start), string);
    copied = end;
  }
  return { said: pieces.join('') + text.slice(copied), strings, isBroken: scanner.isBroken };
}
