import { faultOf } from '../faults.ts';

/** Faults that all that is doomed would fail at. */
const OF_ALL: ReadonlySet<unknown> = new Set(['disk_full', 'read_only', 'locked', 'moved']);
/** Among the faults that are only known as failing: those of the disk and the machine, not of what the rows of one trace violate. */
const OF_MACHINE = /^SQLITE_(?:IOERR|NOMEM)/;

/** Whether no trace is to blame for what its transaction failed with. */
export function isOfAll(error: unknown): boolean {
  const fault = faultOf(error);
  return (
    OF_ALL.has(fault) || (fault === 'failing' && OF_MACHINE.test(String((error as { code?: unknown }).code)))
  );
}

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
