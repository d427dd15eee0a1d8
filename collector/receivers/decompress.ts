import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { ApiError } from '../errors.ts';

type Unpack = (body: Buffer, options: { maxOutputLength: number; chunkSize?: number }) => Promise<Buffer>;

/** Taken at once for a body that says how long it is; a longer one is put together from pieces. */
const MAX_TRUSTED_BYTES = 4 * 1024 * 1024;
/** Deflate packs nothing tighter. */
const MAX_RATIO = 1032;
const TRAILER_BYTES = 4;
/** zlib takes no smaller ones. */
const LEAST_PIECE = 64;

const inflate: Unpack = promisify(zlib.inflate);
const inflateRaw: Unpack = promisify(zlib.inflateRaw);

/** `deflate` is the zlib format by the standard; some clients send it bare. */
const deflate: Unpack = (body, options) => ((body[0]! & 0x0f) === 8 ? inflate : inflateRaw)(body, options);

const gunzipped: Unpack = promisify(zlib.gunzip);

/**
 * Into one piece of memory as large as the end of the body says that it needs: in the pieces of 16 kB that are usual each
 * would come over from another thread by itself, and all of them would be put together here.
 */
const gunzip: Unpack = async (body, options) => {
  const said = body.length < TRAILER_BYTES ? 0 : body.readUInt32LE(body.length - TRAILER_BYTES);
  // One more than it takes, so that it ends within it.
  const most = Math.min(MAX_TRUSTED_BYTES, body.length * MAX_RATIO, options.maxOutputLength);
  const chunkSize = Math.max(Math.min(said, most), LEAST_PIECE) + 1;
  const bytes = await gunzipped(body, { ...options, chunkSize });
  const { buffer, byteOffset, length } = bytes;
  const isWholeOf = byteOffset === 0 && buffer instanceof ArrayBuffer && buffer.byteLength === chunkSize;
  return isWholeOf ? Buffer.from(buffer.transfer(length)) : bytes;
};

const UNPACKERS: Readonly<Record<string, Unpack>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate,
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
};

/**
 * The body in the clear, never holding more than `limit` bytes of it. Throws PAYLOAD_TOO_LARGE past the limit,
 * UNSUPPORTED_MEDIA_TYPE for an unknown encoding, INVALID_OTLP for a damaged body.
 */
export async function decompress(body: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
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
    return await UNPACKERS[name]!(body, { maxOutputLength: limit });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw new ApiError('INVALID_OTLP', `the body is no valid ${name}`, { cause });
  }
}

export const tooLarge = (limit: number): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `the request is larger than ${limit} bytes`);
