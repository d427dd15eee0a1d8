import type { WireOutput } from './wire-output.ts';

/** Thrown at what the fast way does not take, rare or wrong. One object for all: the other way says what is wrong. */
export const OTHERWISE = new Error('not to be read in the fast way');
export function giveUp(): never {
  throw OTHERWISE;
}

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const U = 0x75;

/** Bytes that stand for themselves in a string. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);
const SPACE = Uint8Array.from({ length: 256 }, (_, byte) =>
  ' \t\n\r'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
/** What a character after a backslash stands for. */
export const JSON_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const ESCAPES = new Uint8Array(256);
for (const [written, meant] of Object.entries(JSON_ESCAPES))
  ESCAPES[written.charCodeAt(0)] = meant.charCodeAt(0);
/** The value of a byte as a hexadecimal digit; 16 where it is none. */
const HEX = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase());
  return digit < 0 ? 16 : digit;
});

/** Fewer bytes are copied one by one, which is faster than a call for them. */
const FEW_BYTES = 40;
/** More digits may not fit into 64 bits. */
const MAX_DIGITS = 19;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A cursor over the bytes of JSON in valid UTF-8. Each reading method ends behind what it has read, or gives up. */
export class JsonInput {
  readonly bytes: Buffer;
  position = 0;
  /** The same memory as words of four bytes, from the first aligned byte on. */
  readonly #words: Int32Array;
  readonly #wordsFrom: number;
  /** The halves of the integer that was read last: 64 bits, two's complement. */
  low = 0;
  high = 0;
  isNegative = false;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    const { buffer, byteOffset, length } = bytes;
    this.#wordsFrom = -byteOffset & 3;
    const words = Math.max(0, (length - this.#wordsFrom) >> 2);
    this.#words = new Int32Array(buffer, byteOffset + (words === 0 ? -byteOffset : this.#wordsFrom), words);
  }

  get isAtEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  /** The next byte that is no space, which stays; 0 at the end. */
  peek(): number {
    const { bytes } = this;
    let at = this.position;
    while (at < bytes.length && SPACE[bytes[at]!] === 1) at++;
    this.position = at;
    return at < bytes.length ? bytes[at]! : 0;
  }

  expect(byte: number): void {
    if (this.peek() !== byte) giveUp();
    this.position++;
  }

  word(text: string): void {
    for (let i = 0; i < text.length; i++) if (this.bytes[this.position++] !== text.charCodeAt(i)) giveUp();
  }

  /** The end of a short string without escapes that begins here, behind its quote; the quote after it is passed. */
  plainEnd(): number {
    const { bytes } = this;
    let at = this.position;
    while (at < bytes.length && PLAIN[bytes[at]!] === 1) at++;
    if (at >= bytes.length || bytes[at] !== QUOTE) giveUp();
    this.position = at + 1;
    return at;
  }

  plainText(): string {
    this.expect(QUOTE);
    const start = this.position;
    return this.bytes.toString('latin1', start, this.plainEnd());
  }

  /** A string's content, without its escapes. */
  copyString(output: WireOutput): void {
    this.expect(QUOTE);
    const { bytes } = this;
    for (;;) {
      const start = this.position;
      const at = this.#pastPlain(start);
      this.position = at;
      this.#copy(output, start, at);
      if (at >= bytes.length) giveUp();
      const byte = bytes[at]!;
      this.position++;
      if (byte === QUOTE) return;
      if (byte !== BACKSLASH) giveUp();
      this.#unescape(output);
    }
  }

  /** Of the bytes from `start` on the first that does not stand for itself, or the end. */
  #pastPlain(start: number): number {
    const { bytes } = this;
    const words = this.#words;
    const from = this.#wordsFrom;
    let at = start;
    while (at < bytes.length && PLAIN[bytes[at]!] === 1) {
      at++;
      if (((at - from) & 3) !== 0 || at < from) continue;
      let word = (at - from) >> 2;
      while (word < words.length && isPlain(words[word]!)) word++;
      at = from + word * 4;
    }
    return at;
  }

  #copy(output: WireOutput, start: number, end: number): void {
    const { bytes } = this;
    const target = output.bytes;
    let to = output.position;
    output.position = to + end - start;
    if (end - start > FEW_BYTES) bytes.copy(target, to, start, end);
    else for (let at = start; at < end; at++) target[to++] = bytes[at]!;
  }

  #unescape(output: WireOutput): void {
    const { bytes } = this;
    if (this.position >= bytes.length) giveUp();
    const byte = bytes[this.position++]!;
    if (byte !== U) {
      const meant = ESCAPES[byte]!;
      if (meant === 0) giveUp();
      return output.byte(meant);
    }
    const unit = this.#unit();
    if (unit < 0x80) return output.byte(unit);
    if (unit < 0x800) {
      output.byte(0xc0 | (unit >> 6));
      return output.byte(0x80 | (unit & 0x3f));
    }
    if (unit < 0xd800 || unit > 0xdfff) {
      output.byte(0xe0 | (unit >> 12));
      output.byte(0x80 | ((unit >> 6) & 0x3f));
      return output.byte(0x80 | (unit & 0x3f));
    }
    this.word('\\u');
    const second = this.#unit();
    if (unit > 0xdbff || second < 0xdc00 || second > 0xdfff) giveUp();
    const point = 0x10000 + ((unit & 0x3ff) << 10) + (second & 0x3ff);
    output.byte(0xf0 | (point >> 18));
    output.byte(0x80 | ((point >> 12) & 0x3f));
    output.byte(0x80 | ((point >> 6) & 0x3f));
    output.byte(0x80 | (point & 0x3f));
  }

  #unit(): number {
    let unit = 0;
    for (let i = 0; i < 4; i++) {
      const digit = this.position < this.bytes.length ? HEX[this.bytes[this.position++]!]! : 16;
      if (digit > 15) giveUp();
      unit = (unit << 4) | digit;
    }
    return unit;
  }

  /** Bytes in hexadecimal, of either case. */
  copyHex(output: WireOutput): void {
    this.expect(QUOTE);
    const { bytes } = this;
    for (;;) {
      if (this.position + 1 >= bytes.length) giveUp();
      if (bytes[this.position] === QUOTE) break;
      const value = (HEX[bytes[this.position]!]! << 4) | HEX[bytes[this.position + 1]!]!;
      // A quote or anything else that is no digit sets a higher bit.
      if (value > 0xff || HEX[bytes[this.position + 1]!]! > 15) giveUp();
      output.byte(value);
      this.position += 2;
    }
    this.position++;
  }

  /** An integer of at most 64 bits, as a number or as text. */
  integer(): void {
    const isText = this.peek() === QUOTE;
    if (isText) this.position++;
    const { bytes } = this;
    this.isNegative = bytes[this.position] === MINUS;
    if (this.isNegative) this.position++;
    const start = this.position;
    this.#digits();
    const digits = this.position - start;
    if (digits === 0 || digits > MAX_DIGITS) giveUp();
    if (isText) {
      if (bytes[this.position++] !== QUOTE) giveUp();
    } else if ((digits > 1 && bytes[start] === ZERO) || !this.#isAtEndOfValue()) giveUp();
    if (this.isNegative) this.#negate();
  }

  #digits(): void {
    const { bytes } = this;
    let [low, high] = [0, 0];
    let at = this.position;
    for (; at < bytes.length; at++) {
      const digit = bytes[at]! - ZERO;
      if (digit < 0 || digit > 9) break;
      if (at - this.position >= MAX_DIGITS) giveUp();
      const product = low * 10 + digit;
      low = product >>> 0;
      high = (Math.imul(high, 10) + Math.floor(product / 0x1_0000_0000)) >>> 0;
    }
    this.position = at;
    this.low = low;
    this.high = high;
  }

  #negate(): void {
    this.low = -this.low >>> 0;
    this.high = (~this.high + (this.low === 0 ? 1 : 0)) >>> 0;
  }

  /** Not a point or an exponent. */
  #isAtEndOfValue(): boolean {
    const byte = this.bytes[this.position];
    return byte === 0x2c || byte === 0x7d || byte === 0x5d || (byte !== undefined && SPACE[byte] === 1);
  }

  /** A number, as a number. */
  double(): number {
    this.peek();
    const { bytes } = this;
    const start = this.position;
    let at = start;
    while (at < bytes.length && isOfNumber(bytes[at]!)) at++;
    this.position = at;
    const text = bytes.toString('latin1', start, at);
    return NUMBER.test(text) ? Number(text) : giveUp();
  }
}

/** Whether each of four bytes stands for itself: none below a space, no quote, no backslash; some that are not ASCII are doubted. */
function isPlain(word: number): boolean {
  const quotes = word ^ 0x22_22_22_22;
  const backslashes = word ^ 0x5c_5c_5c_5c;
  const below = (word - 0x20_20_20_20) | (quotes - 0x01_01_01_01) | (backslashes - 0x01_01_01_01);
  return ((below | word) & 0x80_80_80_80) === 0;
}

/** Digits, signs, a point, an exponent. */
const isOfNumber = (byte: number): boolean =>
  (byte >= ZERO && byte <= 0x39) ||
  byte === MINUS ||
  byte === 0x2b ||
  byte === 0x2e ||
  (byte | 0x20) === 0x65;
