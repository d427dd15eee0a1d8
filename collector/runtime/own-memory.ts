/** Whether bytes have their memory for themselves: small Buffers share a pool. */
const isAlone = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength;

/** The bytes in memory of their own, which can be moved to another thread: as they are where they have that, else copied. */
export const ownMemory = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(isAlone(bytes) ? bytes.buffer : bytes);

/**
 * Frees the memory of bytes that nobody needs any more, at once, where it is theirs alone. Left to V8, what a flood leaves of
 * parts and packed bodies, hundreds of megabytes, has it collect the whole heap several times a second.
 */
export function giveBack(bytes: Uint8Array): void {
  if (isAlone(bytes)) bytes.buffer.transfer(0);
}
