import { closeSync, openSync, readSync } from 'node:fs';

/** Fills `bytes` with those of a file from a position on; what lies behind its end stays as it is. */
export function readInto(bytes: Buffer, file: string, position: number): void {
  const handle = openSync(file, 'r');
  try {
    readSync(handle, bytes, 0, bytes.length, position);
  } finally {
    closeSync(handle);
  }
}
