import { isUtf8 } from 'node:buffer';
import { MAX_OBJECTS } from '../parse-json.ts';
import type { Message } from '../protocol.ts';
import { giveUp, JsonInput, OTHERWISE, QUOTE } from './json-input.ts';
import { placeOf, shapeOf, type FieldShape, type Shape } from './shape.ts';
import { WireOutput } from './wire-output.ts';

const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
const N = 0x6e;
const T = 0x74;

/** Deeper nesting is left to the other way, which says what is wrong. */
const MAX_DEPTH = 200;

/**
 * The bytes that `jsonToWire` makes of OTLP JSON, made without its objects and strings: from bytes to bytes. Null for all
 * that is rare or wrong (unknown keys, keys that come twice, text that is not what the field usually has, bytes in base64,
 * invalid JSON), which then goes the other way. Written into `room`: as much memory as the JSON takes is enough for all but
 * lists of numbers.
 */
export function fastJsonToWire(message: Message, json: Buffer, room: Buffer): Buffer | null {
  // Left to the other way, which puts replacement characters for it.
  if (!isUtf8(json)) return null;
  const writer = new FastWriter(json, room);
  try {
    return writer.write(shapeOf(message));
  } catch (error) {
    if (error === OTHERWISE) return null;
    throw error;
  }
}

class FastWriter {
  readonly #input: JsonInput;
  readonly #output: WireOutput;
  #objects = 0;

  constructor(json: Buffer, room: Buffer) {
    this.#input = new JsonInput(json);
    this.#output = new WireOutput(room);
  }

  write(shape: Shape): Buffer | null {
    this.#object(shape, 0);
    this.#input.peek();
    if (!this.#input.isAtEnd || this.#output.isFull) return null;
    return this.#output.bytes.subarray(0, this.#output.position);
  }

  #object(shape: Shape, depth: number): void {
    const input = this.#input;
    if (depth > MAX_DEPTH || ++this.#objects > MAX_OBJECTS) giveUp();
    input.expect(OPEN_OBJECT);
    if (input.peek() === CLOSE_OBJECT) return void input.position++;
    let seen = 0;
    for (;;) {
      const field = this.#field(shape);
      // JSON's own rule is that the last one counts, protobuf's that lists grow.
      if ((seen & field.bit) !== 0) giveUp();
      seen |= field.bit;
      input.expect(COLON);
      const first = input.peek();
      if (first === N) input.word('null');
      else if (field.repeated) this.#list(field, depth);
      else this.#value(field, first, depth);
      const next = input.peek();
      input.position++;
      if (next === CLOSE_OBJECT) return;
      if (next !== COMMA) giveUp();
    }
  }

  #field({ fields }: Shape): FieldShape {
    const input = this.#input;
    input.expect(QUOTE);
    const { bytes, position: start } = input;
    const length = input.plainEnd() - start;
    if (length === 0) giveUp();
    const candidates = fields[placeOf(bytes[start]!, bytes[start + length - 1]!, length)]!;
    for (let i = 0; i < candidates.length; i++) {
      const field = candidates[i]!;
      if (field.key.length === length && isSame(field.key, bytes, start)) return field;
    }
    return giveUp();
  }

  #list(field: FieldShape, depth: number): void {
    const input = this.#input;
    if (++this.#objects > MAX_OBJECTS) giveUp();
    input.expect(OPEN_LIST);
    if (input.peek() === CLOSE_LIST) return void input.position++;
    for (;;) {
      this.#value(field, input.peek(), depth);
      const next = input.peek();
      input.position++;
      if (next === CLOSE_LIST) return;
      if (next !== COMMA) giveUp();
    }
  }

  #value(field: FieldShape, first: number, depth: number): void {
    const input = this.#input;
    const output = this.#output;
    output.varint(field.tag);
    switch (field.kind) {
      case 'message': {
        const { lengthBytes } = field;
        const start = output.begin(lengthBytes);
        this.#object(field.shape!, depth + 1);
        field.lengthBytes = output.end(start, lengthBytes);
        return;
      }
      case 'string': {
        const { lengthBytes } = field;
        const start = output.begin(lengthBytes);
        input.copyString(output);
        field.lengthBytes = output.end(start, lengthBytes);
        return;
      }
      case 'id': {
        const start = output.begin(1);
        input.copyHex(output);
        output.end(start, 1);
        return;
      }
      case 'bool':
        input.word(first === T ? 'true' : 'false');
        return output.byte(first === T ? 1 : 0);
      case 'double':
        return output.double(input.double());
      case 'enum': {
        if (first === QUOTE) return output.varint(field.names!.get(input.plainText()) ?? giveUp());
        input.integer();
        if (input.isNegative || input.high !== 0 || input.low > 0x7f_ff_ff_ff) giveUp();
        return output.varint(input.low);
      }
      case 'bytes':
      case 'sint32':
        return giveUp();
      case 'uint32':
      case 'fixed32':
      case 'int64':
      case 'uint64':
      case 'fixed64':
      case 'sfixed64':
        input.integer();
        return this.#integer(field.kind);
    }
  }

  /** Writes the integer that the input has read last. */
  #integer(kind: 'uint32' | 'fixed32' | 'int64' | 'uint64' | 'fixed64' | 'sfixed64'): void {
    const output = this.#output;
    const { low, high, isNegative } = this.#input;
    const isSigned = kind === 'int64' || kind === 'sfixed64';
    // Too large, or negative for an unsigned field: the other way refuses it.
    if (isSigned ? isNegative !== high > 0x7f_ff_ff_ff && low + high > 0 : isNegative) giveUp();
    switch (kind) {
      case 'int64':
      case 'uint64':
        return output.varint64(low, high);
      case 'fixed64':
      case 'sfixed64':
        output.fixed32(low);
        return output.fixed32(high);
      case 'uint32':
      case 'fixed32':
        if (high !== 0) giveUp();
        return kind === 'uint32' ? output.varint(low) : output.fixed32(low);
    }
  }
}

function isSame(key: Uint8Array, bytes: Buffer, start: number): boolean {
  for (let i = 0; i < key.length; i++) if (key[i] !== bytes[start + i]) return false;
  return true;
}
