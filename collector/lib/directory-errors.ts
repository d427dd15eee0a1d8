/* Apart from the lock of the directory, so that who only looks for these loads no SQLite. */

/** Another process writes into this data directory. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';

  constructor(dataDirectory: string, options?: ErrorOptions) {
    super(
      `another Tracedeck is using the data directory ${dataDirectory}: stop it or choose another with --data-dir`,
      options,
    );
  }
}

/** The disk, or what this user may have of it. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** One line for a person, from the system's error. */
export function whyNotWritable(dataDirectory: string, cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
  const advice = FULL.has(code) ? 'free some space' : 'choose another with --data-dir';
  return `${dataDirectory} can't be written (${code}): ${advice}`;
}

/** The same as an error. */
export const notWritable = (dataDirectory: string, cause: unknown): Error =>
  new Error(`the data directory ${whyNotWritable(dataDirectory, cause)}`, { cause });
