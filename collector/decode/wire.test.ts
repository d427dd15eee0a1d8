import * as fc from 'fast-check';
import protobuf from 'protobufjs/minimal.js';
import { describe, expect, test } from 'vitest';
import {
  DecodeError,
  WIRE_BYTES,
  WIRE_FIXED32,
  WIRE_FIXED64,
  WIRE_VARINT,
  WireCursor,
  tagOf,
} from './wire.ts';

const UINT64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

const long = (value: bigint): protobuf.Long => ({
  low: Number(BigInt.asIntN(32, value)),
  high: Number(BigInt.asIntN(32, value >> 32n)),
  unsigned: true,
});
const written = (write: (writer: protobuf.Writer) => protobuf.Writer): Buffer =>
  Buffer.from(write(protobuf.Writer.create()).finish());

/** A cursor over `bytes` with more bytes behind its end, which it must not touch. */
function cursorOver(bytes: Buffer): WireCursor {
  return new WireCursor(Buffer.concat([bytes, Buffer.alloc(16, 1)]), 0, bytes.length);
}

describe('a number is read as protobufjs wrote it', () => {
  test('varints of 64 bits', () => {
    fc.assert(
      fc.property(UINT64, (value) => {
        const cursor = cursorOver(written((writer) => writer.uint64(long(value))));
        expect(cursor.varint64()).toBe(value);
        expect(cursor.done).toBe(true);
      }),
    );
  });

  test('varints below 2^53', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(cursorOver(written((writer) => writer.uint64(long(BigInt(value))))).varint()).toBe(value);
      }),
    );
  });

  test('int32, negative ones too', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(cursorOver(written((writer) => writer.int32(value))).int32()).toBe(value);
      }),
    );
  });

  test('fixed32, fixed64 and double', () => {
    fc.assert(
      fc.property(UINT64, fc.double(), fc.nat(0xffff_ffff), (fixed, double, small) => {
        const cursor = cursorOver(
          written((writer) => writer.fixed64(long(fixed)).double(double).fixed32(small)),
        );
        expect([cursor.fixed64(), cursor.double(), cursor.fixed32()]).toEqual([fixed, double, small]);
        expect(cursor.done).toBe(true);
      }),
    );
  });
});

describe('nothing is read past the end', () => {
  const reads: readonly [string, (cursor: WireCursor) => unknown, Buffer][] = [
    ['varint', (cursor) => cursor.varint(), written((writer) => writer.uint32(300_000))],
    ['varint64', (cursor) => cursor.varint64(), written((writer) => writer.uint64(long(2n ** 64n - 1n)))],
    ['int32', (cursor) => cursor.int32(), written((writer) => writer.int32(-1))],
    ['fixed64', (cursor) => cursor.fixed64(), Buffer.alloc(8, 1)],
    ['double', (cursor) => cursor.double(), Buffer.alloc(8, 1)],
    ['fixed32', (cursor) => cursor.fixed32(), Buffer.alloc(4, 1)],
    ['bytes', (cursor) => cursor.bytes(), written((writer) => writer.string('hello'))],
    ['text', (cursor) => cursor.text(), written((writer) => writer.string('hello'))],
    ['tag', (cursor) => cursor.tag(), written((writer) => writer.uint32(tagOf(1000, WIRE_BYTES)))],
    ['skip varint', (cursor) => cursor.skip(WIRE_VARINT), written((writer) => writer.uint32(300))],
    ['skip long varint', (cursor) => cursor.skip(WIRE_VARINT), written((writer) => writer.int32(-1))],
    ['skip bytes', (cursor) => cursor.skip(WIRE_BYTES), written((writer) => writer.string('hello'))],
    ['skip fixed64', (cursor) => cursor.skip(WIRE_FIXED64), Buffer.alloc(8, 1)],
    ['skip fixed32', (cursor) => cursor.skip(WIRE_FIXED32), Buffer.alloc(4, 1)],
  ];

  test.for(reads)('%s throws wherever its bytes are cut', ([, read, bytes]) => {
    for (let length = 0; length < bytes.length; length++)
      expect(() => read(cursorOver(bytes.subarray(0, length)))).toThrow(DecodeError);
    const whole = cursorOver(bytes);
    read(whole);
    expect(whole.position).toBe(bytes.length);
  });

  test('a length that lies is refused, however large', () => {
    const lie = (length: number): Buffer => written((writer) => writer.uint64(long(BigInt(length))));
    for (const length of [1, 127, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER])
      expect(() => cursorOver(lie(length)).bytes()).toThrow(DecodeError);
  });

  test('a cursor stays in the part of the buffer that it was given', () => {
    const bytes = Buffer.from([5, 104, 101, 108, 108, 111]);
    expect(new WireCursor(bytes, 0, 6).text()).toBe('hello');
    expect(() => new WireCursor(bytes, 0, 5).text()).toThrow(DecodeError);
  });
});

describe('what protobuf does not allow is refused', () => {
  test('a varint of more than 64 bits', () => {
    expect(() => cursorOver(Buffer.alloc(11, 0x80)).varint64()).toThrow('longer than 64 bits');
    expect(() => cursorOver(Buffer.alloc(11, 0x80)).skip(WIRE_VARINT)).toThrow('longer than 64 bits');
  });

  test('a tag or length past 2^53', () => {
    expect(() => cursorOver(written((writer) => writer.uint64(long(2n ** 53n)))).varint()).toThrow(
      DecodeError,
    );
    expect(cursorOver(written((writer) => writer.uint64(long(2n ** 53n - 1n)))).varint()).toBe(2 ** 53 - 1);
  });

  test('field number 0 and field numbers past 2^29', () => {
    expect(() => cursorOver(Buffer.from([0x02])).tag()).toThrow('invalid field number');
    expect(() => cursorOver(written((writer) => writer.uint64(long(2n ** 32n)))).tag()).toThrow(
      'invalid field number',
    );
  });

  test.for([3, 4, 6, 7])('wire type %i', (wireType) => {
    expect(() => cursorOver(Buffer.alloc(8)).skip(wireType)).toThrow(`unknown wire type ${wireType}`);
  });
});

test('invalid UTF-8 shows as replacement characters', () => {
  expect(cursorOver(Buffer.from([3, 0x61, 0xff, 0x62])).text()).toBe('a\ufffdb');
});

test('a number longer than 64 bits is refused, read or passed over', () => {
  const [longest, longer] = [9, 10].map((more) =>
    Buffer.from([...Array.from({ length: more }, () => 0x80), 1]),
  );
  for (const read of [
    (cursor: WireCursor): unknown => cursor.varint64(),
    (cursor: WireCursor): unknown => cursor.skip(WIRE_VARINT),
  ]) {
    expect(() => read(cursorOver(longest!))).not.toThrow();
    expect(() => read(cursorOver(longer!))).toThrow(DecodeError);
  }
});

test('a field that is looked for is refused where it has another wire type', () => {
  const found = (body: Buffer): boolean => cursorOver(body).next(tagOf(2, WIRE_BYTES));
  expect(found(written((writer) => writer.uint32(tagOf(1, WIRE_VARINT)).uint32(5)))).toBe(false);
  expect(found(written((writer) => writer.uint32(tagOf(2, WIRE_BYTES)).bytes(Buffer.of(1))))).toBe(true);
  expect(() => found(written((writer) => writer.uint32(tagOf(2, WIRE_VARINT)).uint32(5)))).toThrow(
    DecodeError,
  );
});
