/** The bytes in memory of their own, which can be moved to another thread: small Buffers share a pool. */
export function ownMemory(bytes: Buffer): Uint8Array<ArrayBuffer> {
  if (bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length)
    return new Uint8Array(bytes.buffer);
  return new Uint8Array(bytes);
}
