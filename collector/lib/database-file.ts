import { accessSync, existsSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Apart from what opens it, so that who only looks for it loads no SQLite. */
export const databaseFile = (dataDirectory: string): string => path.join(dataDirectory, 'tracedeck.db');

/** The missing target of a broken link, as to a disk that is not there for now; null for all else. */
export function lostLinkOf(file: string): string | null {
  return existsSync(file) ? null : linkOf(file);
}

/** The file that a link leads to, beside which a database's log lies; any other path as it is. */
export const linkedFile = (file: string): string =>
  linkOf(file) === null ? file : realpathSync.native(file);

function linkOf(file: string): string | null {
  try {
    return readlinkSync(file);
  } catch {
    // No link, nothing at all, or what this user may not look at.
    return null;
  }
}

/** What a repair has made whole, on its way to that name: the next who opens the database puts it there where the repair was killed. */
export const repairedFile = (dataDirectory: string): string =>
  path.join(dataDirectory, 'tracedeck-repaired.db');

/** Throws, in one line, where there is none, and where this user may not look: the database of somebody else is no missing one. */
export function needDatabaseIn(dataDirectory: string): void {
  try {
    if (!existsSync(repairedFile(dataDirectory))) accessSync(databaseFile(dataDirectory));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message =
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `there is no database in ${dataDirectory}`
        : `the data directory ${dataDirectory} can't be read (${code}): choose another with --data-dir`;
    throw new Error(message, { cause: error });
  }
}

/**
 * Where files that are being uploaded lie. What a start takes away whole has a name that nobody else gives: a data directory
 * may be a folder with other things in it.
 */
export const uploadsFolder = (dataDirectory: string): string => path.join(dataDirectory, 'tracedeck-imports');
