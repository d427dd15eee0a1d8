import { constants, zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomText } from '../../testing/random.ts';
import { compressed } from './compress.ts';
import { free, hasChecksum, unpack, unpackUnchecked } from './unpack.ts';

const sizes = [0, 1, 63, 64, 255, 256, 257, 4096, 65_791, 65_792, 300_000];

test.for(sizes)('%d bytes are those that were packed', (size) => {
  const bytes = Buffer.alloc(size, 'what was said ');
  expect(compressed(bytes, (packed) => unpack(Buffer.from(packed))).equals(bytes)).toBe(true);
});

test('a chunk is unpacked into one piece of memory as large as it is', () => {
  const unpacked = compressed(Buffer.alloc(300_000), (packed) => unpack(Buffer.from(packed)));
  expect(unpacked.buffer.byteLength).toBe(300_001);
});

test('what was packed in any way is unpacked', () => {
  const level = fc.constantFrom(-5, 1, 2, 9);
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 2000 }),
      fc.integer({ min: 1, max: 400 }),
      level,
      (some, times, l) => {
        const bytes = Buffer.concat(Array.from({ length: times }, () => some));
        const params = { [constants.ZSTD_c_compressionLevel]: l };
        const packed = zstdCompressSync(bytes, { params });
        const withoutSize = zstdCompressSync(bytes, {
          params: { ...params, [constants.ZSTD_c_contentSizeFlag]: 0 },
        });
        expect(unpack(packed).equals(bytes)).toBe(true);
        expect(unpack(withoutSize).equals(bytes)).toBe(true);
      },
    ),
    { numRuns: 50 },
  );
});

test('what is damaged is refused, whatever size its header claims', () => {
  const packed = compressed(Buffer.alloc(100_000, 'what was said '), (bytes) => Buffer.from(bytes));
  // Four bytes of magic, the descriptor, and four of the size.
  for (let at = 0; at < 9; at++) {
    const damaged = Buffer.from(packed);
    damaged[at] = damaged[at]! ^ 0xff;
    expect(() => unpack(damaged), `byte ${at}`).toThrow(/./);
  }
  expect(() => unpack(packed.subarray(0, 20))).toThrow('unexpected end of file');
  expect(() => unpack(Buffer.alloc(0))).toThrow('unexpected end of file');
});

test('one changed bit anywhere in a chunk is told, whatever it would be unpacked to', () => {
  const bytes = Buffer.from(randomText(3000, 7));
  const packed = compressed(bytes, (made) => Buffer.from(made));
  expect(hasChecksum(packed)).toBe(true);
  const damages = Array.from(packed, (_, at) => {
    const damaged = Buffer.from(packed);
    damaged[at]! ^= 1 << (at % 8);
    return damaged;
  });
  // But for the one that says whether there is a sum.
  expect(damages.filter((one) => hasChecksum(one) && changed(one, bytes))).toEqual([]);
});

/** Whether it is unpacked into something else. */
function changed(packed: Buffer, bytes: Buffer): boolean {
  try {
    return !unpack(packed).equals(bytes);
  } catch {
    return false;
  }
}

test('what a chunk with a wrong sum holds can still be looked at', () => {
  const bytes = Buffer.from('what was said '.repeat(100));
  const packed = compressed(bytes, (made) => Buffer.from(made));
  packed[packed.length - 1]! ^= 1;
  expect(() => unpack(packed)).toThrow(/checksum/);
  expect(unpackUnchecked(packed).equals(bytes)).toBe(true);
  expect(unpackUnchecked(zstdCompressSync(bytes)).equals(bytes)).toBe(true);
});

test('freed memory is gone, that of others is not', () => {
  const large = unpack(zstdCompressSync(Buffer.alloc(2 * Buffer.poolSize, 'a')));
  free(large);
  expect(large.buffer.byteLength).toBe(0);
  const [small, other] = [unpack(zstdCompressSync(Buffer.from('small'))), Buffer.from('other')];
  free(small);
  expect([small, other].map(String)).toEqual(['small', 'other']);
});
