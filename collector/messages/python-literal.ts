import { MAX_DEPTH, type JsonObject } from './json.ts';

const DICT = /^\s*\{\s*['"]/;
const BLANK = /\s*/y;
/** A name or a number. */
const WORD = /[-+.\w]+/y;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;
const INTEGER = /^-?\d+$/;
/** Up to the end of a string, or to an escape in it. */
const PLAIN = { "'": /[^'\\]*/y, '"': /[^"\\]*/y };
const ESCAPE = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/y;

const NAMES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
]);
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
]);

/**
 * A dict as Python writes it (`{'city': 'Paris', 'days': None}`), which is what LangChain for Python records of a tool's arguments;
 * undefined for all else, and for what JSON can't say.
 */
export function pythonDict(text: string): JsonObject | undefined {
  if (!DICT.test(text)) return undefined;
  try {
    const reader = new LiteralReader(text);
    const value = reader.read(0);
    reader.end();
    return value as JsonObject;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Throws a SyntaxError where something follows. */
  end(): void {
    this.#match(BLANK);
    if (this.#at < this.#text.length) throw new SyntaxError('more than one value');
  }

  read(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new SyntaxError('nested too deeply');
    this.#match(BLANK);
    const first = this.#text[this.#at];
    if (first === '{') return Object.fromEntries(this.#items('}', () => this.#entry(depth)));
    if (first === '[') return this.#items(']', () => this.read(depth + 1));
    if (first === '(') return this.#items(')', () => this.read(depth + 1));
    if (first === "'" || first === '"') return this.#string(first);
    const word = this.#match(WORD)?.[0] ?? '';
    return NAMES.has(word) ? NAMES.get(word) : numberIn(word);
  }

  #items<T>(close: string, item: () => T): T[] {
    const items: T[] = [];
    this.#at++;
    while (!this.#takes(close)) {
      items.push(item());
      if (!this.#takes(',') && !this.#sees(close)) throw new SyntaxError('a comma is missing');
    }
    return items;
  }

  #entry(depth: number): [string, unknown] {
    this.#match(BLANK);
    const quote = this.#text[this.#at];
    if (quote !== "'" && quote !== '"') throw new SyntaxError('a key is no string');
    const key = this.#string(quote);
    if (!this.#takes(':')) throw new SyntaxError('a colon is missing');
    return [key, this.read(depth + 1)];
  }

  #string(quote: "'" | '"'): string {
    let text = '';
    this.#at++;
    for (;;) {
      text += this.#match(PLAIN[quote])?.[0] ?? '';
      if (this.#text[this.#at] === quote) break;
      const [, x, u, long, one] = this.#match(ESCAPE) ?? [];
      const code = x ?? u ?? long;
      const character =
        code === undefined ? CHARACTERS.get(one ?? '') : characterOf(Number.parseInt(code, 16));
      if (character === undefined) throw new SyntaxError('a string that Python does not write');
      text += character;
    }
    this.#at++;
    return text;
  }

  #takes(character: string): boolean {
    const isIt = this.#sees(character);
    if (isIt) this.#at++;
    return isIt;
  }

  #sees(character: string): boolean {
    this.#match(BLANK);
    return this.#text[this.#at] === character;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#at = pattern.lastIndex;
    return match;
  }
}

/** Of an integer that a number can't hold its digits. */
function numberIn(word: string): number | string {
  const value = Number(word);
  if (!NUMBER.test(word) || !Number.isFinite(value)) throw new SyntaxError('no number');
  return INTEGER.test(word) && !Number.isSafeInteger(value) ? word : value;
}

const characterOf = (code: number): string | undefined =>
  code > 0x10_ff_ff ? undefined : String.fromCodePoint(code);
