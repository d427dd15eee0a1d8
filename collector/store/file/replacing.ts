import { existsSync, renameSync, rmSync } from 'node:fs';
import { databaseFile, repairedFile } from '../../lib/database-file.ts';
import { keepToOwner } from '../../lib/owner-only.ts';
import { setAsideName, setLogAside } from './set-aside.ts';

/**
 * Puts `made` in the place of the database, which is kept: answers where. From the first step on it is decided: a process that
 * is killed on the way leaves what `finishReplacing` ends. The directory must be locked.
 */
export function replaceDatabase(dataDirectory: string, made: string, now: Date): string {
  renameSync(made, repairedFile(dataDirectory));
  return finishReplacing(dataDirectory, now)!;
}

/**
 * Goes on with a replacement that was begun; null where none was. What is there of the old database and its log is set aside before
 * the new one has its name: the log must never be taken for the new one's.
 */
export function finishReplacing(dataDirectory: string, now = new Date()): string | null {
  const made = repairedFile(dataDirectory);
  if (!existsSync(made)) return null;
  const file = databaseFile(dataDirectory);
  const setAside = setAsideName(file, now);
  // Shared memory of readers, made anew from the log.
  rmSync(`${file}-shm`, { force: true });
  setLogAside(file, setAside);
  if (existsSync(file)) {
    renameSync(file, setAside);
    keepToOwner(setAside);
  }
  renameSync(made, file);
  return setAside;
}
