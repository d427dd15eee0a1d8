import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';
import { tooLarge } from './decompress.ts';
import { giveBack } from './give-back.ts';
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
  for await (const part of partsOf(message)) {
    const needed = bytes.size + part.length;
    if (needed > limit) throw tooLarge(limit);
    room.has(needed);
    bytes.add(part);
    giveBack(part);
  }
  return bytes.take();
}

/** What is not read stays where it is, so that a refusal still finds its way. */
async function* partsOf(message: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new ApiError('VALIDATION_ERROR', 'the request ended before its body did', { cause });
  }
}
