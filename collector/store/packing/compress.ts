import { constants, zstdCompressSync } from 'node:zlib';

/** Raw bytes gathered into one chunk; a single larger span has a chunk of its own. */
export const MAX_CHUNK_BYTES = 256 * 1024;
/** What zstd can make of that many bytes at most (`ZSTD_compressBound`: an eighth per thousand, and a little for small ones). */
export const COMPRESSION_BOUND = MAX_CHUNK_BYTES + (MAX_CHUNK_BYTES >> 8) + 64;

const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export const compress = (bytes: Buffer): Buffer => zstdCompressSync(bytes, COMPRESSION);
