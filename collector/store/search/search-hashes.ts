const HASH_BYTES = 6;

/** Hashes of texts, integers of 48 bits, as a column holds them. */
export function encodeHashes(hashes: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(hashes.length * HASH_BYTES);
  hashes.forEach((hash, i) => bytes.writeUIntBE(hash, i * HASH_BYTES, HASH_BYTES));
  return bytes;
}

export function decodeHashes(bytes: Buffer): number[] {
  const hashes: number[] = [];
  for (let at = 0; at < bytes.length; at += HASH_BYTES) hashes.push(bytes.readUIntBE(at, HASH_BYTES));
  return hashes;
}
