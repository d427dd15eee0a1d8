/** The body is no valid OTLP. Answered with 400, never fatal. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

export const WIRE_VARINT = 0;
export const WIRE_FIXED64 = 1;
export const WIRE_BYTES = 2;
export const WIRE_FIXED32 = 5;

/**
 * A cursor over protobuf wire bytes. Written for the span decoder, the one hot path: it allocates nothing and every
 * read is checked against `end`, so that a cut or lying body throws a DecodeError instead of reading past its message.
 */
export class WireCursor {
  buffer: Buffer;
  position: number;
  end: number;
  /** Where the content of the field begins that `next` has found; it ends at `position`. */
  start = 0;

  constructor(buffer: Buffer, position = 0, end = buffer.length) {
    this.buffer = buffer;
    this.position = position;
    this.end = end;
  }

  reset(buffer: Buffer, position: number, end: number): void {
    this.buffer = buffer;
    this.position = position;
    this.end = end;
  }

  /** Goes through the message in the field that `next` of another cursor has found. */
  enter({ buffer, start, position }: WireCursor): void {
    this.reset(buffer, start, position);
  }

  /**
   * Moves past the next occurrence of a length-delimited field; false when the message ends without one. Walks without
   * keeping anything: a field takes two bytes on the wire, and a hundred times as much as an object. Throws where the field
   * has another wire type. `also`: a field that stands for the same.
   */
  next(wanted: number, also = wanted): boolean {
    while (this.position < this.end) {
      const tag = this.tag();
      if (tag === wanted || tag === also) {
        const length = this.bytes();
        this.start = this.position - length;
        return true;
      }
      if (tag >>> 3 === wanted >>> 3) throw new DecodeError(`field ${tag >>> 3} has the wrong wire type`);
      this.skip(tag & 7);
    }
    return false;
  }

  get done(): boolean {
    return this.position >= this.end;
  }

  /** A varint below 2^53; tags, lengths and counts. Throws past that. */
  varint(): number {
    const { buffer, end } = this;
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 8; i++) {
      if (this.position >= end) throw new DecodeError('message ends inside a number');
      const byte = buffer[this.position++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
      scale *= 128;
    }
    throw new DecodeError('number too large');
  }

  /** A varint of up to 64 bits, unsigned. */
  varint64(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      if (this.position >= this.end) throw new DecodeError('message ends inside a number');
      const byte = this.buffer[this.position++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new DecodeError('number longer than 64 bits');
  }

  /** As `varint64`, which would make a number of what nobody asks for. */
  #skipVarint(): void {
    const { buffer, end } = this;
    for (let i = 0; i < 10; i++) {
      if (this.position >= end) throw new DecodeError('message ends inside a number');
      if (buffer[this.position++]! < 0x80) return;
    }
    throw new DecodeError('number longer than 64 bits');
  }

  /** An enum or int32; negative ones take ten bytes on the wire. */
  int32(): number {
    const byte = this.position < this.end ? this.buffer[this.position]! : 0x80;
    if (byte >= 0x80) return Number(BigInt.asIntN(32, this.varint64()));
    this.position++;
    return byte;
  }

  fixed64(): bigint {
    const at = this.position;
    if (at + 8 > this.end) throw new DecodeError('message ends inside a number');
    this.position = at + 8;
    return this.buffer.readBigUInt64LE(at);
  }

  double(): number {
    const at = this.position;
    if (at + 8 > this.end) throw new DecodeError('message ends inside a number');
    this.position = at + 8;
    return this.buffer.readDoubleLE(at);
  }

  fixed32(): number {
    const at = this.position;
    if (at + 4 > this.end) throw new DecodeError('message ends inside a number');
    this.position = at + 4;
    return this.buffer.readUInt32LE(at);
  }

  /** Reads a length and moves past that many bytes; they lie in `[position - length, position)`. Returns the length. */
  bytes(): number {
    const length = this.varint();
    const after = this.position + length;
    if (after > this.end) throw new DecodeError('message ends inside a field');
    this.position = after;
    return length;
  }

  /** Reads a length-delimited field as text; invalid UTF-8 shows as replacement characters. */
  text(): string {
    const length = this.bytes();
    return this.buffer.toString('utf8', this.position - length, this.position);
  }

  /** Moves past one field of the given wire type. Groups are no part of proto3. */
  skip(wireType: number): void {
    if (wireType === WIRE_VARINT) this.#skipVarint();
    else if (wireType === WIRE_BYTES) this.bytes();
    else if (wireType === WIRE_FIXED64) this.fixed64();
    else if (wireType === WIRE_FIXED32) this.fixed32();
    else throw new DecodeError(`unknown wire type ${wireType}`);
  }

  /** Reads a tag; `field << 3 | wireType`. Field number 0 does not exist. */
  tag(): number {
    const tag = this.varint();
    if (tag < 8 || tag > 0xffff_ffff) throw new DecodeError('invalid field number');
    return tag;
  }
}

/** Values inside the value of an attribute, as in protobuf's own implementations. */
export const MAX_VALUE_DEPTH = 100;
/** Messages inside messages: a key-value list takes three for each level of values. Keeps hostile nesting off the call stack. */
export const MAX_MESSAGE_DEPTH = 320;

/**
 * Attributes, events or other fields of one kind that a span, log record or data point may have. Nobody sends so many, and
 * each of two bytes would take a hundred in memory.
 */
export const MAX_PARTS = 100_000;

export const tooManyParts = (what: string): DecodeError => new DecodeError(`more than ${MAX_PARTS} ${what}`);

/** The tag of a field, as it stands on the wire. */
export const tagOf = (field: number, wireType: number): number => (field << 3) | wireType;
