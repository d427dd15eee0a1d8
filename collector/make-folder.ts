import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, for this user alone. Not Node's `recursive`, which never returns where a folder is
 * missing and cannot be made (below /proc).
 */
export function makeFolder(path: string): void {
  if (make(path) !== 'ENOENT' || dirname(path) === path) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function make(path: string): 'ENOENT' | null {
  try {
    mkdirSync(path, { mode: 0o700 });
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return null;
    if (code === 'ENOENT') return code;
    throw error;
  }
}
