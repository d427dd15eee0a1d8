import type { IncomingMessage } from 'node:http';
import { bodyParts } from '../body-parts.ts';
import type { Room } from '../lib/room.ts';
import { tooLarge } from './decompress.ts';
import { GrowingBytes, MAX_TRUSTED_BYTES } from './growing-bytes.ts';

const FIRST_BYTES = 64 * 1024;

/**
 * The bytes of a request, in one piece of memory that they are written into as they come: gathered and joined they would
 * take twice as much. Throws PAYLOAD_TOO_LARGE past the limit, and what `room` throws, without reading on.
 */
export async function readBody(message: IncomingMessage, limit: number, room: Room): Promise<Buffer> {
  const announced = Number(message.headers['content-length'] ?? Number.NaN);
  if (announced > limit) throw tooLarge(limit);
  const first = Math.min(announced || FIRST_BYTES, MAX_TRUSTED_BYTES);
  const bytes = new GrowingBytes(first, announced || limit, room);
  try {
    for await (const part of bodyParts(message)) {
      const needed = bytes.size + part.length;
      if (needed > limit) throw tooLarge(limit);
      room.has(needed);
      bytes.add(part);
    }
  } catch (error) {
    bytes.drop();
    throw error;
  }
  return bytes.take();
}
