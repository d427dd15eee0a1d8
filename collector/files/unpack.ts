import type { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ZstdFrames, type ZstdFramesOptions } from '../lib/zstd-frames.ts';

/** So many of the first bytes tell how something is compressed. */
export const MAGIC_BYTES = 4;

/** What unpacks that which begins so, in pieces of `chunkSize` bytes; null where it is not compressed. */
export function unpackerFor(
  start: Buffer,
  options: Pick<ZstdFramesOptions, 'chunkSize'> = {},
): Transform | null {
  const magic = start.toString('hex', 0, MAGIC_BYTES);
  if (magic.startsWith('1f8b')) return createGunzip(options);
  // A frame, or one of those that are skipped: some writers begin with them.
  if (magic === '28b52ffd' || /^5.2a4d18$/.test(magic)) return new ZstdFrames(options);
  return null;
}

/** In the clear, as it may be already; null where that is more than `maxBytes`. Throws what `isDamaged` knows. */
export async function unpacked(bytes: Buffer, maxBytes: number): Promise<Buffer | null> {
  const unpacker = unpackerFor(bytes);
  if (unpacker === null) return bytes;
  unpacker.end(bytes);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of unpacker) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size > maxBytes) return null;
  }
  return Buffer.concat(parts);
}

/** zlib's errors all have a code of this kind; any other is not the file's fault. */
export const isDamaged = (error: unknown): error is Error =>
  error instanceof Error && /^(Z_|ZSTD_|ERR_ZSTD)/.test(String((error as NodeJS.ErrnoException).code));

export const whyDamaged = ({ message }: Error): string => `the compressed data is damaged (${message})`;
