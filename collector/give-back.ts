/**
 * Frees the memory of bytes that nobody needs any more, at once, where it is theirs alone. Left to V8, what a flood leaves of
 * parts and packed bodies, hundreds of megabytes, has it collect the whole heap several times a second.
 */
export function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
