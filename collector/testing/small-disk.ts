import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A disk of its own that is small enough to be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is there, but for so many bytes. */
  fill(left?: number): void;
  /** Gives it back. */
  free(): void;
  /** Makes it read-only, or writable again. */
  setReadOnly(isReadOnly: boolean): void;
  /** Whatever still lies on it is gone. */
  remove(): void;
}

/** A disk in memory, or why there can be none: only root may mount one, and not in every container. */
export function makeSmallDisk(megabytes: number): SmallDisk | string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-disk-'));
  try {
    if (process.platform !== 'linux') throw new Error('no tmpfs here');
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    return `no small disk can be mounted here: ${String(error).split('\n')[0]}`;
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill: (left = 0) => {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize - left));
      } catch (error) {
        // Somebody else has written meanwhile: it is full all the same.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
    setReadOnly: (isReadOnly) =>
      void execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder], { stdio: 'pipe' }),
    remove: () => {
      execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
