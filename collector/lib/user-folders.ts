import { homedir, userInfo } from 'node:os';
import path from 'node:path';

/** Of the user: where HOME names no whole path it counts as not set. Throws where the system knows none. */
export function userHome(): string {
  const home = homedir();
  return path.isAbsolute(home) ? home : userInfo().homedir;
}

/**
 * A folder that a variable names; null where it names none, and where it is no whole path, as the XDG Base Directory
 * Specification has it: there would be another one in each folder that a command is started in.
 */
export const folderOf = (variable: string | undefined): string | null =>
  variable !== undefined && path.isAbsolute(variable) ? variable : null;
