/** A doomed trace could not be swept. That is no reason to stop: go on in another transaction. */
export class SweepFailure extends Error {
  /** Which one it was and that it is left out from now on; false where it is yet to be found out. */
  readonly isKnown: boolean;
  readonly code: unknown;

  /** Names no trace: of many that fail for one reason the log tells once a minute. */
  constructor(isKnown: boolean, cause: unknown) {
    super(`what a deleted trace held stays in the file until the next start: ${String(cause)}`, { cause });
    this.isKnown = isKnown;
    this.code = (cause as { code?: unknown }).code;
  }
}
