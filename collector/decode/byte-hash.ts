/** A hash of the bytes in `[start, end)` (FNV-1a), its high bits mixed into the low ones, which places in a table are told by. */
export function byteHash(buffer: Buffer, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ buffer[i]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
