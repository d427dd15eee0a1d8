import { DecodeError } from '../decode/wire.ts';

/** At most so many a request: six bytes of a body can make one necessary, which takes a hundred bytes of memory. */
const MAX_EDITS = 1_000_000;

/** Refuses the request: nothing may pass unredacted, and no real program sends so much to redact. */
export class TooManyEdits extends DecodeError {
  constructor() {
    super('more is to be redacted in the request than can be');
  }
}

/** The bytes that a length takes on the wire. */
function sizeOf(length: number): number {
  let size = 1;
  for (let rest = length; rest >= 0x80; rest = Math.floor(rest / 128)) size++;
  return size;
}

function writeLength(target: Buffer, at: number, length: number): number {
  let rest = length;
  let position = at;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) target[position++] = (rest % 128) | 0x80;
  target[position++] = rest;
  return position;
}

/** The content behind its length, as a field has it after its tag. */
export function withLength(content: Buffer): Buffer {
  const size = sizeOf(content.length);
  const field = Buffer.allocUnsafe(size + content.length);
  writeLength(field, 0, content.length);
  content.copy(field, size);
  return field;
}

/**
 * Changes to be made to length-delimited fields of a protobuf message, in the order of the wire, with the lengths of all that
 * they stand in. Numbers and shared buffers only: there may be one for every value of a request.
 */
export class Edits {
  readonly #body: Buffer;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** What replaces it: the content of a field, before which its length is written, or a length alone. */
  readonly #contents: (Buffer | number)[] = [];

  constructor(body: Buffer) {
    this.#body = body;
  }

  get count(): number {
    return this.#starts.length;
  }

  /** A new content for the field whose length begins at `start`. Answers how much longer the field is. */
  replace(start: number, end: number, content: Buffer): number {
    this.#add(start, end, content);
    return sizeOf(content.length) + content.length - (end - start);
  }

  /**
   * Edits what is in a field with `inside`, which answers how much longer that becomes. The length of the field lies in
   * `[start, contentStart)`, and is edited only where `inside` has edited something and has not thrown.
   */
  within(start: number, contentStart: number, end: number, inside: () => number): number {
    const at = this.count;
    this.#add(start, contentStart, 0);
    let longer = 0;
    try {
      longer = inside();
    } catch (error) {
      this.#cut(at);
      throw error;
    }
    if (this.count === at + 1) {
      this.#cut(at);
      return 0;
    }
    const length = end - contentStart + longer;
    this.#contents[at] = length;
    return longer + sizeOf(length) - (contentStart - start);
  }

  /** The message with all changes, which make it so much longer; the one that there was where there are none. */
  apply(longer: number): Buffer {
    if (this.count === 0) return this.#body;
    const target = Buffer.allocUnsafe(this.#body.length + longer);
    let position = 0;
    let copied = 0;
    for (let i = 0; i < this.count; i++) {
      position += this.#body.copy(target, position, copied, this.#starts[i]);
      copied = this.#ends[i]!;
      const content = this.#contents[i]!;
      if (typeof content === 'number') position = writeLength(target, position, content);
      else {
        position = writeLength(target, position, content.length);
        position += content.copy(target, position);
      }
    }
    this.#body.copy(target, position, copied);
    return target;
  }

  #add(start: number, end: number, content: Buffer | number): void {
    if (this.count >= MAX_EDITS) throw new TooManyEdits();
    this.#starts.push(start);
    this.#ends.push(end);
    this.#contents.push(content);
  }

  #cut(count: number): void {
    this.#starts.length = this.#ends.length = this.#contents.length = count;
  }
}
