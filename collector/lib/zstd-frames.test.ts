import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZstdFrames } from './zstd-frames.ts';

/** A frame of which decoders show nothing: what `pzstd` and the seekable format write between others. */
const skippable = (content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x184d2a50);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
};

/** Unpacked, where it comes in writes of `size` bytes. */
async function unpacked(packed: Buffer, size: number, frames = new ZstdFrames()): Promise<Buffer> {
  const writes: Buffer[] = [];
  for (let at = 0; at < packed.length; at += size) writes.push(packed.subarray(at, at + size));
  const [bytes] = await Promise.all([buffer(frames), pipeline(Readable.from(writes), frames)]);
  return bytes;
}

test('frames come out whole, however many there are and wherever a write ends', async () => {
  const frame = fc.record({
    content: fc.uint8Array({ maxLength: 3000 }),
    times: fc.constantFrom(1, 1, 500),
    isSkipped: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(frame, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(7, 100, 5000, 65_536),
      async (frames, size) => {
        const content = frames.map((each) => Buffer.concat(Array<Uint8Array>(each.times).fill(each.content)));
        const packed = frames.map(({ isSkipped }, at) =>
          isSkipped ? skippable(content[at]!.subarray(0, 2000)) : zlib.zstdCompressSync(content[at]!),
        );
        const shown = content.filter((_, at) => !frames[at]!.isSkipped);
        expect((await unpacked(Buffer.concat(packed), size)).equals(Buffer.concat(shown))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test.for([
  ['cut off', zlib.zstdCompressSync('a span'.repeat(100)).subarray(0, 12)],
  [
    'cut off in its second frame',
    Buffer.concat([zlib.zstdCompressSync('one'), zlib.zstdCompressSync('two').subarray(0, 9)]),
  ],
  ['with something else behind it', Buffer.concat([zlib.zstdCompressSync('one'), Buffer.from('no frame')])],
] as const)('data that is %s is an error of zlib', async ([, packed]) => {
  await expect(unpacked(packed, 65_536)).rejects.toMatchObject({
    code: expect.stringMatching(/^(Z_|ZSTD_)/),
  });
});

test('a reader that is slow holds back what a frame of nothing but zeros grows to', async () => {
  const frames = new ZstdFrames();
  const packed = zlib.zstdCompressSync(Buffer.alloc(64 * 1024 * 1024));
  const done = pipeline(Readable.from([packed, packed]), frames);
  let read = 0;
  let most = 0;
  for await (const part of frames) {
    read += (part as Buffer).length;
    most = Math.max(most, frames.readableLength);
  }
  await done;
  expect(read).toBe(128 * 1024 * 1024);
  expect(most).toBeLessThan(1024 * 1024);
});

test('may be bounded in its frames', async () => {
  const packed = Buffer.concat(Array<Buffer>(11).fill(zlib.zstdCompressSync('')));
  expect((await unpacked(packed, 65_536, new ZstdFrames({ maxFrames: 11 }))).length).toBe(0);
  await expect(unpacked(packed, 65_536, new ZstdFrames({ maxFrames: 10 }))).rejects.toMatchObject({
    code: 'ZSTD_FRAMES',
  });
});
