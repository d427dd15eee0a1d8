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

/** One line for a person, from the system's error. */
export const notWritable = (dataDirectory: string, cause: unknown): Error =>
  new Error(
    `the data directory ${dataDirectory} can't be written (${(cause as NodeJS.ErrnoException).code ?? String(cause)}): choose another with --data-dir`,
    { cause },
  );
