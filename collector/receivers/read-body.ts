import type { IncomingMessage } from 'node:http';
import { bodyParts } from '../body-parts.ts';
import { tooLarge } from './decompress.ts';
import { GrowingBytes } from './growing-bytes.ts';
import type { Room } from './receiver.ts';

/** Taken at once for a body that says how long it is; a longer one grows as it comes, since it may never come. */
const MAX_TRUSTED_BYTES = 4 * 1024 * 1024;
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
