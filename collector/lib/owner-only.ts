import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Read and write for the owner alone. Windows has no such modes: there the folder's access list holds. */
export const OWNER_ONLY = 0o600;

/**
 * Makes an empty file that nobody but its owner can read. One that is there is not even opened: closing it would take all
 * locks that the process has on it.
 */
export function makeForOwner(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Lets its owner write into a file again as into the one that it belongs to. SQLite makes log and shared memory with the modes of the
 * database: those that an attempt to open a read-only one has left would keep it shut when it is none any more.
 */
export function letOwnerWrite(file: string, owning: string): void {
  if (process.platform === 'win32') return;
  try {
    if ((statSync(owning).mode & 0o200) !== 0 && (statSync(file).mode & 0o200) === 0)
      chmodSync(file, OWNER_ONLY);
  } catch {
    // Whoever needs the file is told by its own error.
  }
}

/** Takes an existing file from everybody else. A file of another user, or on a disk without modes, stays as it is. */
export function keepToOwner(file: string): void {
  if (process.platform === 'win32') return;
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, OWNER_ONLY);
  } catch {
    // Whoever needs the file is told by its own error.
  }
}
