/** Shorter texts are decoded in no time. */
const MIN_BYTES = 16 * 1024;
/** Longer ones are not kept. */
const MAX_BYTES = 8 * 1024 * 1024;
/** How many texts are gone on from. */
const PLACES = 8;

const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = Buffer.from('[]{}');

/** How a text goes on from one before it: it is `from` up to its closing brackets, then `rest`. */
export interface Growth {
  readonly from: string;
  readonly rest: string;
}

interface Known {
  text: string;
  /** The text is `head` and then these brackets. */
  closing: string;
  head: string;
  /** What `head` was decoded from, and room for what follows. */
  bytes: Buffer;
  length: number;
}

/**
 * Turns bytes into text, and what the text before said only once: each call of an agent carries the JSON list of all that was
 * said, a few messages longer than the last one. Two hundred such histories of 100 kB take V8 20 MB, in pieces so large that
 * each is new memory from the system; here they are the same pieces joined. They stay joined only while nobody looks into them
 * (V8 copies a joined text for a regular expression, a slice or a comparison), hence `growthOf`.
 */
export class GrowingTexts {
  #known: Known[] = [];
  readonly #growths = new Map<string, Growth>();

  /** The text in `[start, end)`; invalid UTF-8 shows as replacement characters. */
  read(buffer: Buffer, start: number, end: number): string {
    const headEnd = end - closingBrackets(buffer, start, end);
    if (headEnd === end || end - start > MAX_BYTES) return buffer.toString('utf8', start, end);
    const known = this.#known.find((one) => isBeginning(one, buffer, start, headEnd));
    if (known === undefined) return this.#remember(buffer, start, headEnd, end);
    this.#known = [known, ...this.#known.filter((one) => one !== known)];
    return this.#goOn(known, buffer, start, headEnd, end);
  }

  /** Undefined for a text that goes on from none, or from one that is forgotten. */
  growthOf(text: string): Growth | undefined {
    return this.#growths.get(text);
  }

  #remember(buffer: Buffer, start: number, headEnd: number, end: number): string {
    const head = buffer.toString('utf8', start, headEnd);
    const closing = buffer.toString('utf8', headEnd, end);
    const bytes = Buffer.from(buffer.subarray(start, headEnd));
    const text = head + closing;
    this.#known = [{ text, closing, head, bytes, length: bytes.length }, ...this.#known.slice(0, PLACES - 1)];
    return text;
  }

  #goOn(known: Known, buffer: Buffer, start: number, headEnd: number, end: number): string {
    const from = start + known.length;
    const added = buffer.toString('utf8', from, headEnd);
    const closing = buffer.toString('utf8', headEnd, end);
    if (added === '' && closing === known.closing) return known.text;
    const rest = added + closing;
    const text = known.head + rest;
    this.#growths.set(text, { from: known.text, rest });
    append(known, buffer, from, headEnd);
    known.head += added;
    known.closing = closing;
    known.text = text;
    return text;
  }
}

/** How many bytes close the list, or the object that ends in one; 0 where the text is neither, or short. */
function closingBrackets(buffer: Buffer, start: number, end: number): number {
  if (end - start < MIN_BYTES) return 0;
  const isList = buffer[start] === OPENING_BRACKET;
  if (isList) return buffer[end - 1] === CLOSING_BRACKET ? 1 : 0;
  const isHolder = buffer[start] === OPENING_BRACE && buffer[end - 1] === CLOSING_BRACE;
  if (!isHolder || buffer[end - 2] !== CLOSING_BRACKET) return 0;
  return buffer[end - 3] === CLOSING_BRACKET ? 3 : 2;
}

/** Not where the next byte belongs to a character that was cut off: what is decoded apart would be another text. */
const isBeginning = ({ bytes, length }: Known, buffer: Buffer, start: number, end: number): boolean =>
  length <= end - start &&
  (buffer[start + length]! & 0xc0) !== 0x80 &&
  bytes.compare(buffer, start, start + length, 0, length) === 0;

function append(known: Known, buffer: Buffer, from: number, to: number): void {
  const length = known.length + to - from;
  if (length > known.bytes.length) {
    const bytes = Buffer.allocUnsafeSlow(Math.max(length, 2 * known.bytes.length));
    known.bytes.copy(bytes, 0, 0, known.length);
    known.bytes = bytes;
  }
  buffer.copy(known.bytes, known.length, from, to);
  known.length = length;
}
