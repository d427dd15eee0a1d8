import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Room } from '../lib/room.ts';
import { ROOM } from '../testing/room.ts';
import { decompress } from './decompress.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { readBody } from './read-body.ts';

const LIMIT = 1_000_000;
const PART = 1000;

let lent: number[];
let takenBack: number[];
let room: Room;
beforeEach(() => {
  [lent, takenBack] = [[], []];
  room = {
    ...ROOM,
    lend: (bytes) => {
      lent.push(bytes);
      return Buffer.alloc(bytes);
    },
    takeBack: ({ length }) => void takenBack.push(length),
  };
});

test('bytes of unknown length double their memory as they come, up to the limit, and end in one piece', () => {
  const bytes = new GrowingBytes(PART, LIMIT, room);
  for (let i = 0; i < LIMIT / PART; i++) bytes.add(Buffer.alloc(PART, i));
  expect(lent).toEqual([...Array.from({ length: 10 }, (_, i) => PART * 2 ** i), LIMIT]);
  expect(takenBack).toEqual(lent.slice(0, -1));
  const all = bytes.take();
  expect(all.length).toBe(LIMIT);
  expect(Array.from({ length: LIMIT / PART }, (_, i) => all[i * PART] === i % 256)).not.toContain(false);
});

describe('a body past the limit', () => {
  /** What has been read of it. */
  let read: number;
  const messageOf = (headers: IncomingMessage['headers']): IncomingMessage => {
    read = 0;
    const parts = function* (): Generator<Buffer> {
      for (;;) {
        read += PART;
        yield Buffer.alloc(PART);
      }
    };
    return Object.assign(Readable.from(parts(), { highWaterMark: 1 }), { headers }) as IncomingMessage;
  };
  const refusal = { code: 'PAYLOAD_TOO_LARGE' };

  test('is not read where it says so', async () => {
    const message = messageOf({ 'content-length': String(LIMIT + 1) });
    await expect(readBody(message, LIMIT, room)).rejects.toMatchObject(refusal);
    expect([read, lent]).toEqual([0, []]);
  });

  test('is read no further where it does not', async () => {
    await expect(readBody(messageOf({}), LIMIT, room)).rejects.toMatchObject(refusal);
    expect(read).toBeLessThan(LIMIT + 10 * PART);
    expect(Math.max(...lent)).toBe(LIMIT);
    expect(takenBack).toEqual(lent);
  });

  test('is one that is a byte longer, and not one as long', async () => {
    const readParts = (...lengths: number[]): Promise<Buffer> => {
      const parts = Readable.from(lengths.map((length) => Buffer.alloc(length)));
      return readBody(Object.assign(parts, { headers: {} }) as IncomingMessage, LIMIT, room);
    };
    expect(await readParts(400_000, 600_000)).toHaveLength(LIMIT);
    await expect(readParts(400_000, 600_000, 1)).rejects.toMatchObject(refusal);
  });

  test('is unpacked no further, and its memory given back', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * LIMIT));
    await expect(decompress(bomb, 'gzip', LIMIT, room)).rejects.toMatchObject(refusal);
    expect(Math.max(...lent)).toBe(LIMIT);
    expect(takenBack).toEqual(lent);
  });

  test('has little memory before it comes', async () => {
    const message = messageOf({ 'content-length': String(100 * LIMIT) });
    const full = new Error('no room');
    const has = (): never => {
      throw full;
    };
    await expect(readBody(message, 100 * LIMIT, { ...room, has })).rejects.toBe(full);
    expect(lent).toEqual([4 * 1024 * 1024]);
  });
});
