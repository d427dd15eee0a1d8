import { zstdDecompressSync } from 'node:zlib';

/** What a damaged header says beyond it is not believed: unpacking then takes as many pieces as there turn out to be. */
const MAX_SIZE = 64 * 1024 * 1024;
/** In bytes; anything shorter is unpacked in a piece of the least size. */
const LONGEST_HEADER = 18;
/** Behind the four bytes that every frame begins with. */
const DESCRIPTOR_AT = 4;
const CHECKSUM_FLAG = 4;
const CHECKSUM_BYTES = 4;
/** Node's own limit. */
const MIN_SIZE = 64;

/**
 * What `compressed` has made, unpacked. Throws where it is damaged. Into one piece of memory as large as it will be, for then
 * zstd writes it there at once; else it goes through a window of its own and comes in pieces that are joined, each in memory
 * that is new from the system. One byte more, since Node takes a full piece for one that another follows.
 */
export const unpack = (packed: Buffer): Buffer =>
  zstdDecompressSync(packed, { chunkSize: Math.max(MIN_SIZE, Math.min(unpackedSize(packed), MAX_SIZE) + 1) });

/** Whether the frame ends with a sum over what it holds, so that unpacking tells of any change (RFC 8878, 3.1.1.1.1). */
export const hasChecksum = (packed: Buffer): boolean =>
  packed.length > DESCRIPTOR_AT && (packed[DESCRIPTOR_AT]! & CHECKSUM_FLAG) !== 0;

/** As `unpack`, of a chunk of which some may have changed: what it holds is to be looked at by whoever can. Throws the same. */
export function unpackUnchecked(packed: Buffer): Buffer {
  if (!hasChecksum(packed)) return unpack(packed);
  const unchecked = Buffer.from(packed.subarray(0, -CHECKSUM_BYTES));
  unchecked[DESCRIPTOR_AT]! &= ~CHECKSUM_FLAG;
  return unpack(unchecked);
}

/**
 * Gives the memory of what was unpacked back at once, and every view of it loses its bytes. Left to V8, the next to be unpacked
 * takes new memory from the system, which clears each page of it.
 */
export function free(unpacked: Buffer): void {
  const memory = unpacked.buffer as ArrayBuffer;
  // What is small shares the memory of Node's pool with others.
  if (memory.byteLength > Buffer.poolSize) memory.transfer(0);
}

/** As the frame's header says (RFC 8878, 3.1.1.1); 0 where it does not, and of what is too short to be a frame with bytes. */
function unpackedSize(packed: Buffer): number {
  if (packed.length < LONGEST_HEADER) return 0;
  const descriptor = packed[4]!;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingleSegment ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  switch (descriptor >> 6) {
    case 0:
      return isSingleSegment ? packed[at]! : 0;
    case 1:
      return packed.readUInt16LE(at) + 256;
    case 2:
      return packed.readUInt32LE(at);
    default:
      return Number(packed.readBigUInt64LE(at));
  }
}
