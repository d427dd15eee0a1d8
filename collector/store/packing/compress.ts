import { constants, zstdCompressSync } from 'node:zlib';

/** Raw bytes gathered into one chunk; a single larger span has a chunk of its own. */
export const MAX_CHUNK_BYTES = 384 * 1024;
/** What zstd can make of so many bytes at most: `ZSTD_compressBound`. */
export const boundOf = (size: number): number => size + (size >> 8) + 64;

/** A chunk: the raw bytes of its spans, and their previews, of which there may be none. Each part is packed by itself. */
export interface Chunk {
  readonly spans: Buffer;
  readonly previews: Buffer;
}

const PARAMS = {
  /** Measured on chunks of conversations: as fast as level 1, and 7 % smaller; level 3 is hardly smaller. */
  [constants.ZSTD_c_compressionLevel]: 2,
  /** What that level takes up to 256 kB: above it finds less, 8 %, in the same time. */
  [constants.ZSTD_c_strategy]: constants.ZSTD_dfast,
  [constants.ZSTD_c_minMatch]: 5,
  [constants.ZSTD_c_hashLog]: 15,
  [constants.ZSTD_c_chainLog]: 14,
  /** Four bytes: most of what changes on the disk would still be unpacked, into something else. */
  [constants.ZSTD_c_checksumFlag]: 1,
};

/**
 * Hands the packed bytes to `use` and frees their memory right after it: left to garbage collection, some hundred chunks make
 * V8 collect the whole heap, which took a sixth of the packing thread's time.
 */
export function compressed<T>(bytes: Buffer, use: (packed: Buffer) => T): T {
  // Room for all of it in one piece, which then is in memory of its own.
  const chunkSize = boundOf(bytes.length) + 1;
  const packed = zstdCompressSync(bytes, { params: PARAMS, chunkSize, pledgedSrcSize: bytes.length });
  try {
    return use(packed);
  } finally {
    if (packed.buffer.byteLength === chunkSize) packed.buffer.transfer(0);
  }
}

/** Both parts; as `compressed` does. */
export const compressedChunk = <T>({ spans, previews }: Chunk, use: (packed: Chunk) => T): T =>
  compressed(spans, (packed) =>
    previews.length === 0
      ? use({ spans: packed, previews })
      : compressed(previews, (sheet) => use({ spans: packed, previews: sheet })),
  );
