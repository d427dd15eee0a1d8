import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { randomText } from '../testing/random.ts';
import { ROOM } from '../testing/room.ts';
import { decompress } from './decompress.ts';

const LIMIT = 8 * 1024 * 1024;
const SIZES = [1, 63, 64, 65, 16_384, 700_000, 4 * 1024 * 1024, 5_000_000];
const bodyOf = (size: number): Buffer =>
  Buffer.from(randomText(1000, size).repeat(Math.ceil(size / 1000))).subarray(0, size);

test.for(['gzip', 'deflate', 'br', 'zstd'])('nothing that is called %s is nothing', async (encoding) => {
  expect(await decompress(Buffer.alloc(0), encoding, LIMIT, ROOM)).toHaveLength(0);
});

describe('a gzip body', () => {
  test.for(SIZES)('of %s bytes comes out as it went in', async (size) => {
    const body = bodyOf(size);
    const unpacked = await decompress(zlib.gzipSync(body), 'gzip', LIMIT, ROOM);
    expect(unpacked.equals(body)).toBe(true);
  });

  test('of several members, the last a short one, comes out whole', async () => {
    const members = [bodyOf(300_000), bodyOf(20), bodyOf(100)];
    const body = Buffer.concat(members.map((member) => zlib.gzipSync(member)));
    const unpacked = await decompress(body, 'gzip', LIMIT, ROOM);
    expect(unpacked.equals(Buffer.concat(members))).toBe(true);
  });

  test('of several members, the last unpacked as a piece of its own, comes out whole', async () => {
    const members = [Buffer.alloc(4 * 16_384, 'a'), Buffer.alloc(100, 'b')];
    const body = Buffer.concat(members.map((member) => zlib.gzipSync(member)));
    const unpacked = await decompress(body, 'gzip', LIMIT, ROOM);
    expect(unpacked.equals(Buffer.concat(members))).toBe(true);
  });

  test.for([0, 5, 100, 0x7fffffff, 0xffffffff])(
    'that says %s bytes where it holds others is refused',
    async (said) => {
      const body = zlib.gzipSync(bodyOf(40_000));
      body.writeUInt32LE(said, body.length - 4);
      await expect(decompress(body, 'gzip', LIMIT, ROOM)).rejects.toMatchObject({ code: 'INVALID_OTLP' });
    },
  );

  test('that says nothing is refused', async () => {
    for (const body of [Buffer.from([1]), zlib.gzipSync(bodyOf(1000)).subarray(0, 200)])
      await expect(decompress(body, 'gzip', LIMIT, ROOM)).rejects.toMatchObject({ code: 'INVALID_OTLP' });
  });

  test('may be as large as the limit, and no byte larger', async () => {
    for (const limit of [100, 50_000, 4 * 1024 * 1024]) {
      const unpacked = await decompress(zlib.gzipSync(Buffer.alloc(limit)), 'gzip', limit, ROOM);
      expect(unpacked.length).toBe(limit);
      await expect(
        decompress(zlib.gzipSync(Buffer.alloc(limit + 1)), 'gzip', limit, ROOM),
      ).rejects.toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
      });
    }
  });
});

describe('a zstd body', () => {
  test('of several frames comes out whole', async () => {
    const frames = [bodyOf(300_000), bodyOf(0), bodyOf(100)];
    const body = Buffer.concat(frames.map((frame) => zlib.zstdCompressSync(frame)));
    const unpacked = await decompress(body, 'zstd', LIMIT, ROOM);
    expect(unpacked.equals(Buffer.concat(frames))).toBe(true);
  });

  test('with anything behind its frames, or frames without end, is refused', async () => {
    const frame = zlib.zstdCompressSync('a span');
    for (const rest of [
      Buffer.from('more'),
      frame.subarray(0, 9),
      Buffer.concat(Array<Buffer>(10_000).fill(frame)),
    ])
      await expect(decompress(Buffer.concat([frame, rest]), 'zstd', LIMIT, ROOM)).rejects.toMatchObject({
        code: 'INVALID_OTLP',
      });
  });

  test('may be as large as the limit, all frames together', async () => {
    const body = Buffer.concat([500, 501].map((size) => zlib.zstdCompressSync(Buffer.alloc(size))));
    expect((await decompress(body, 'zstd', 1001, ROOM)).length).toBe(1001);
    await expect(decompress(body, 'zstd', 1000, ROOM)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});
