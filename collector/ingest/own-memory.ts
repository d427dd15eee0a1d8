/** Whether the bytes have their memory for themselves: small Buffers share a pool. */
export const isAlone = ({ buffer, byteLength }: Uint8Array): boolean =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;

/** The bytes in memory of their own, which can be moved to another thread. */
export const ownMemory = (bytes: Buffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(isAlone(bytes) ? (bytes.buffer as ArrayBuffer) : bytes);
