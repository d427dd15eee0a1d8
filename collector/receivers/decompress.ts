import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { ApiError } from '../errors.ts';

type Unpack = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const inflate: Unpack = promisify(zlib.inflate);
const inflateRaw: Unpack = promisify(zlib.inflateRaw);

/** `deflate` is the zlib format by the standard; some clients send it bare. */
const deflate: Unpack = (body, options) => ((body[0]! & 0x0f) === 8 ? inflate : inflateRaw)(body, options);

const UNPACKERS: Readonly<Record<string, Unpack>> = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
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
