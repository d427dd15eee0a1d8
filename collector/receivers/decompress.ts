import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { ApiError } from '../errors.ts';
import type { Room } from '../lib/room.ts';
import { ZstdFrames } from '../lib/zstd-frames.ts';
import { GrowingBytes, MAX_TRUSTED_BYTES } from './growing-bytes.ts';

/** Unpacks in libuv's threads, in pieces of `chunkSize` bytes. */
type Unpacker = (options: { chunkSize: number }, body: Buffer) => Transform;

const UNPACKERS: Readonly<Record<string, Unpacker>> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  // The zlib format by the standard; some clients send it bare.
  deflate: (options, body) => ((body[0]! & 0x0f) === 8 ? zlib.createInflate : zlib.createInflateRaw)(options),
  br: zlib.createBrotliDecompress,
  zstd: (options) => new ZstdFrames({ ...options, maxFrames: MAX_FRAMES }),
};

/** Frames of a zstd body: exporters write one, and each costs a way to another thread and back. */
const MAX_FRAMES = 10_000;

/** Unpacked bytes of one piece: each costs a way to another thread and back. */
const MIN_CHUNK_BYTES = 16 * 1024;
const MAX_CHUNK_BYTES = 64 * 1024;
/** What packed telemetry usually grows to. */
const USUAL_RATIO = 16;
/** The most that deflate can pack anything. */
const MAX_RATIO = 1032;
/** The last bytes of a gzip body, which say how many were packed. */
const TRAILER_BYTES = 4;

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
    const said = name.endsWith('gzip') ? saidSize(body, limit) : null;
    // Before its memory is taken.
    if (said !== null) room.has(body.length + said);
    return await unpack(UNPACKERS[name]!, body, said, limit, room);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('INVALID_OTLP', `the body is no valid ${name}`, { cause });
  }
}

/** The unpacked size that a gzip body claims; null where it is past the limit or not to be believed. */
function saidSize(body: Buffer, limit: number): number | null {
  if (body.length < TRAILER_BYTES) return null;
  const said = body.readUInt32LE(body.length - TRAILER_BYTES);
  return said <= Math.min(MAX_TRUSTED_BYTES, body.length * MAX_RATIO, limit) ? said : null;
}

/** `said`: the size that a gzip trailer gives, of the last member only where there are several. */
function unpack(
  unpacker: Unpacker,
  body: Buffer,
  said: number | null,
  limit: number,
  room: Room,
): Promise<Buffer> {
  const expected = body.length * USUAL_RATIO;
  const usual = Math.min(Math.max(expected, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES);
  // One byte more than it takes: the whole body then comes as one piece.
  const chunkSize = Math.max(usual, said === null ? 0 : said + 1);
  let whole: Buffer | null = null;
  let bytes: GrowingBytes | null = null;
  return new Promise((resolve, reject) => {
    const unpacking = unpacker({ chunkSize }, body);
    unpacking.on('data', (part: Buffer) => {
      const size = (bytes?.size ?? whole?.length ?? 0) + part.length;
      try {
        if (size > limit) throw tooLarge(limit);
        room.has(body.length + size);
        // The whole body in one piece; if more comes, there are several members.
        if (part.length === said && size === said) whole = part;
        else {
          bytes ??= startedWith(whole, Math.min(expected, MAX_TRUSTED_BYTES), limit, room);
          bytes.add(part);
        }
      } catch (error) {
        unpacking.destroy(error as ApiError);
      }
    });
    unpacking.once('end', () => {
      resolve(bytes?.take() ?? withoutSpareByte(whole));
      bytes = null;
    });
    unpacking.once('error', (error) => {
      bytes?.drop();
      reject(error);
    });
    unpacking.end(body);
  });
}

/** Gathers the pieces of a body that did not end with its first one. */
function startedWith(first: Buffer | null, expected: number, limit: number, room: Room): GrowingBytes {
  const bytes = new GrowingBytes(Math.max(expected, first?.length ?? 0), limit, room);
  if (first !== null) bytes.add(first);
  return bytes;
}

/** The unpacked bytes without the spare byte behind them, and without a copy. */
function withoutSpareByte(whole: Buffer | null): Buffer {
  if (whole === null) return Buffer.alloc(0);
  const { buffer, byteOffset, length } = whole;
  const hasSpareByte = byteOffset === 0 && buffer instanceof ArrayBuffer && buffer.byteLength === length + 1;
  return hasSpareByte ? Buffer.from(buffer.transfer(length)) : whole;
}

export const tooLarge = (limit: number): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `the request is larger than ${limit} bytes`);
