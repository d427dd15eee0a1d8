/** Protobuf that is written front to back. What goes past its end is lost, and `isFull` then. */
export class WireOutput {
  readonly bytes: Buffer;
  position = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get isFull(): boolean {
    return this.position > this.bytes.length;
  }

  byte(value: number): void {
    this.bytes[this.position++] = value;
  }

  /** Of at most 32 bits, unsigned. */
  varint(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.position++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.position++] = rest;
  }

  varint64(low: number, high: number): void {
    let [rest, more] = [low >>> 0, high >>> 0];
    while (more > 0 || rest > 0x7f) {
      this.bytes[this.position++] = (rest & 0x7f) | 0x80;
      rest = ((rest >>> 7) | (more << 25)) >>> 0;
      more >>>= 7;
    }
    this.bytes[this.position++] = rest;
  }

  fixed32(value: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.bytes[this.position++] = (value >>> shift) & 0xff;
  }

  double(value: number): void {
    if (this.position + 8 <= this.bytes.length) this.bytes.writeDoubleLE(value, this.position);
    this.position += 8;
  }

  /** Where the content begins of something whose length takes so many bytes, most likely. */
  begin(lengthBytes: number): number {
    this.position += lengthBytes;
    return this.position;
  }

  /** Writes the length before what has been written since `begin`; answers how many bytes it took. */
  end(start: number, lengthBytes: number): number {
    const length = this.position - start;
    const needed = varintBytes(length);
    if (needed !== lengthBytes) this.bytes.copyWithin(start + needed - lengthBytes, start, this.position);
    this.position = start - lengthBytes;
    this.varint(length);
    this.position += length;
    return needed;
  }
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest > 0x7f; rest >>>= 7) bytes++;
  return bytes;
}
