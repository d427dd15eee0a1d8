import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, for this user alone. Not Node's `recursive`, which never returns where a folder is
 * missing and cannot be made (below /proc).
 */
export function makeFolder(path: string): void {
  try {
    makeLastFolder(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    makeLastFolder(path);
  }
}

/** The same where the folder above exists. One that exists already is left as it is: another process may have just made it. */
export function makeLastFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
