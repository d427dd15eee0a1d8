import type { ByteReader } from './byte-reader.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = 0x7b;
const CLOSING = 0x7d;
/** What stands around the objects of a list, and between them. */
const AROUND: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n[],'));

/** An object, whole or as far as the file goes; in its place `too-long`, and `strange` for what else stands beside them. */
export type Document = Buffer | 'too-long' | 'strange';

/**
 * The outermost objects of a text: the one that it is, several one after another, or those of a list. None is held beyond
 * `maxBytes`. Throws in place of one that the source failed within.
 */
export async function* jsonDocuments(reader: ByteReader, maxBytes: number): AsyncGenerator<Document> {
  let depth = 0;
  let inText = false;
  let isEscaped = false;
  let isStrange = false;
  const held = new Pieces(maxBytes);
  for await (const chunk of reader.rest()) {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (isEscaped) isEscaped = false;
      else if (inText && byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) inText = !inText;
      else if (inText) continue;
      else if (byte === OPENING && depth++ === 0) {
        if (isStrange) yield 'strange';
        isStrange = false;
        start = i;
      } else if (byte === CLOSING && depth > 0 && --depth === 0) {
        held.add(chunk.subarray(start, i + 1));
        yield held.take();
        continue;
      }
      if (depth === 0) isStrange ||= !AROUND.has(byte);
    }
    if (depth > 0) held.add(chunk.subarray(start));
  }
  if (depth > 0) yield held.take();
  if (isStrange) yield 'strange';
}

/** What has come of one object. */
class Pieces {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes <= this.#maxBytes) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  /** All of it, or that it was too much; the next begins. */
  take(): Buffer | 'too-long' {
    const whole = this.#bytes > this.#maxBytes ? 'too-long' : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    return whole;
  }
}
