import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { ApiError } from '../errors.ts';
import { GrowingBytes } from './growing-bytes.ts';
import type { Room } from './receiver.ts';

/** Unpacks in libuv's threads, in pieces of `chunkSize` bytes. */
type Unpacker = (options: { chunkSize: number }, body: Buffer) => Transform;

const UNPACKERS: Readonly<Record<string, Unpacker>> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  // The zlib format by the standard; some clients send it bare.
  deflate: (options, body) => ((body[0]! & 0x0f) === 8 ? zlib.createInflate : zlib.createInflateRaw)(options),
  br: zlib.createBrotliDecompress,
  zstd: zlib.createZstdDecompress,
};

/** Each piece is a way to another thread and back. */
const MIN_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 64 * 1024;
/** Memory that is taken at once for what will probably come: telemetry packs well. */
const MAX_TRUSTED_BYTES = 1024 * 1024;
/** What packed telemetry usually grows to. */
const USUAL_RATIO = 16;

/**
 * The body in the clear, never holding more than `limit` bytes of it. Tells the room what there is of it as it comes, packed
 * and unpacked. Throws PAYLOAD_TOO_LARGE past the limit, UNSUPPORTED_MEDIA_TYPE for an unknown encoding, INVALID_OTLP for a
 * damaged body, and what the room throws.
 */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  limit: number,
  room: Room,
): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') {
    if (body.length > limit) throw tooLarge(limit);
    return body;
  }
  if (!Object.hasOwn(UNPACKERS, name))
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Content-Encoding ${JSON.stringify(name)} is not supported: use gzip, deflate, br, zstd or none`,
    );
  if (body.length === 0) return body;
  try {
    return await unpack(UNPACKERS[name]!, body, limit, room);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('INVALID_OTLP', `the body is no valid ${name}`, { cause });
  }
}

function unpack(unpacker: Unpacker, body: Buffer, limit: number, room: Room): Promise<Buffer> {
  const expected = body.length * USUAL_RATIO;
  const chunkSize = Math.min(Math.max(expected, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES);
  const bytes = new GrowingBytes(Math.min(expected, MAX_TRUSTED_BYTES), limit);
  return new Promise((resolve, reject) => {
    const unpacking = unpacker({ chunkSize }, body);
    unpacking.on('data', (part: Buffer) => {
      const size = bytes.size + part.length;
      try {
        if (size > limit) throw tooLarge(limit);
        room.has(body.length + size);
        bytes.add(part);
      } catch (error) {
        unpacking.destroy(error as ApiError);
      }
    });
    unpacking.once('end', () => resolve(bytes.take()));
    unpacking.once('error', reject);
    unpacking.end(body);
  });
}

export const tooLarge = (limit: number): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `the request is larger than ${limit} bytes`);
