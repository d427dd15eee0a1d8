import type { StorageFault } from '../contract/health.ts';
import { errorMessage } from '../lib/error-message.ts';

export type { StorageFault };

/** SQLite's codes, the extended ones first where they say something else than those that they extend. */
const FAULTS: readonly [start: string, fault: StorageFault][] = [
  ['SQLITE_FULL', 'disk_full'],
  // The memory that readers and the writer share is a file, too.
  ['SQLITE_IOERR_SHMSIZE', 'disk_full'],
  ['SQLITE_IOERR_READ', 'damaged'],
  ['SQLITE_IOERR_SHORT_READ', 'damaged'],
  ['SQLITE_IOERR_CORRUPTFS', 'damaged'],
  ['SQLITE_IOERR_DATA', 'damaged'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_READONLY_DBMOVED', 'moved'],
  ['SQLITE_READONLY', 'read_only'],
  ['SQLITE_CANTOPEN', 'read_only'],
  ['SQLITE_PERM', 'read_only'],
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_', 'failing'],
  // A file that is copied; the second is of what this user may have of the disk.
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  // A chunk that can't be unpacked.
  ['ZSTD_', 'damaged'],
  // One that is not there.
  ['MISSING_CONTENT', 'damaged'],
];

/** What is wrong with the database where `error` comes from it; null for any other error. */
export function faultOf(error: unknown): StorageFault | null {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return null;
  return FAULTS.find(([start]) => code.startsWith(start))?.[1] ?? null;
}

const OF_ALL: ReadonlySet<StorageFault | null> = new Set(['disk_full', 'read_only', 'locked', 'moved']);
/** Among those that are only known as failing: of the disk and the machine, not of what a row violates. */
const OF_MACHINE = /^SQLITE_(?:IOERR|NOMEM)/;

/** Whether no row is to blame: whatever is written at that moment would fail so. */
export function isOfAll(error: unknown): boolean {
  const fault = faultOf(error);
  const { code } = error as { code?: unknown };
  return OF_ALL.has(fault) || (fault === 'failing' && OF_MACHINE.test(String(code)));
}

/** In words, as they stand in answers and in the window. */
export const FAULT_WORDS: Readonly<Record<StorageFault, string>> = {
  disk_full: 'disk full',
  read_only: 'the files are read-only',
  locked: 'locked by another program',
  damaged: 'the database is damaged',
  moved: 'the file was moved, deleted or replaced',
  failing: 'the database fails',
};

const ADVICE: Readonly<Record<StorageFault, string>> = {
  disk_full: 'free some space, delete traces or set otel.retention.max_bytes',
  read_only: 'give this user the right to write there, or choose another folder with --data-dir',
  locked: 'close the program that has the file open, a database browser or a backup',
  damaged: 'stop Tracedeck and run "tracedeck doctor --repair": it saves what can be read',
  moved:
    'put it back where it was, or start Tracedeck again, which goes on with the file that is there, or with an empty one',
  failing: 'run "tracedeck doctor", and see the log for the cause',
};

/** One line that says what is wrong with a file and what to do about it; where no collector runs, none can delete. */
export function describeFault(fault: StorageFault, file: string, { isRunning = true } = {}): string {
  const advice = fault === 'disk_full' && !isRunning ? 'free some space' : ADVICE[fault];
  return `${FAULT_WORDS[fault]} (${file}): ${advice}`;
}

/** Why a database can't be opened, in one line: with what to do where SQLite says it, else as it came. */
export function whyNotOpened(error: unknown, file: string): string {
  const fault = isMisfit(error) ? 'damaged' : faultOf(error);
  if (fault === null) return errorMessage(error);
  const what =
    fault === 'failing'
      ? `${errorMessage(error)} (${file}): ${adviceOn(error)}`
      : describeFault(fault, file, { isRunning: false });
  return `it can't be opened: ${what}`;
}

/** SQLite tells only of a full disk what the system said: a quota and a limit of files' sizes are errors like a broken disk's. */
const adviceOn = (error: unknown): string =>
  String((error as { code?: unknown }).code).startsWith('SQLITE_IOERR')
    ? "see whether its disk is in order, and whether a quota or a limit of files' sizes is reached"
    : 'run "tracedeck doctor"';

/** What is prepared when a database is opened fits each of this format: one that it does not fit has lost a part of its schema. */
const isMisfit = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'SQLITE_ERROR';
