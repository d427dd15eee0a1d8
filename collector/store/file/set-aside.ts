import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileSize } from '../../lib/file-size.ts';
import { hasForeignLog } from './foreign-log.ts';
import { keepToOwner } from '../../lib/owner-only.ts';

/** Where a database file that is not gone on with is kept, in its folder, beside those that were set aside in the same second. */
export function setAsideName(file: string, now = new Date()): string {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  for (let others = 0; ; others++) {
    const ending = others === 0 ? '' : `-${others}`;
    const name = path.join(path.dirname(file), `tracedeck-damaged-${stamp}${ending}.db`);
    if (!existsSync(name) && !existsSync(`${name}-wal`)) return name;
  }
}

/**
 * Moves the log of a database out of the way, so that it is never taken for another file's: beside the name that the
 * database itself gets, or would. Answers where it is; null where it holds nothing, and is gone.
 */
export function setLogAside(file: string, setAside = setAsideName(file)): string | null {
  if (fileSize(`${file}-wal`) === 0) {
    rmSync(`${file}-wal`, { force: true });
    return null;
  }
  renameSync(`${file}-wal`, `${setAside}-wal`);
  keepToOwner(`${setAside}-wal`);
  return `${setAside}-wal`;
}

/** Moves the log beside a database out of the way where it is certainly that of another file. The directory must be locked. */
export function setForeignLogAside(file: string): void {
  if (!hasForeignLog(file)) return;
  setLogAside(file);
  // Readers' shared memory of that log.
  rmSync(`${file}-shm`, { force: true });
}
