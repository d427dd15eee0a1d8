import { rmSync, statfsSync } from 'node:fs';
import { databaseFile, needDatabaseIn } from '../lib/database-file.ts';
import { fileSize } from '../lib/file-size.ts';
import { MAX_LOG_BYTES, openForWriting } from '../store/file/database.ts';
import { lockDirectory } from '../store/file/directory-lock.ts';
import { describeFault, faultOf } from '../store/faults.ts';
import { makeFolder } from '../lib/make-folder.ts';
import { examine } from '../store/salvage/examine.ts';
import { hasDamagedHeader, usedBytes } from '../store/salvage/damaged-header.ts';
import { copyWithNewSchema, isWholeSchema } from '../store/salvage/lost-schema.ts';
import { nothingRebuilt, rebuild, type Rebuilt } from '../store/salvage/rebuild.ts';
import { finishReplacing, replaceDatabase } from '../store/file/replacing.ts';
import { setForeignLogAside } from '../store/file/set-aside.ts';
import { Salvage } from '../store/salvage/salvage.ts';
import { Writer } from '../store/writing/writer.ts';
import { DECODERS } from './decoders.ts';
import { repairFolder } from './repair-folder.ts';

export interface RepairOptions {
  readonly dataDirectory: string;
  /** For the name under which the old file is kept. */
  readonly now: Date;
  /** Called once, before the first row, with about how many there are. */
  readonly total: (rows: number) => void;
  /** Called for each row that was read. */
  readonly onRow: () => void;
}

export interface Repaired extends Rebuilt {
  /** Where the old file lies now. */
  readonly setAside: string;
  /** Rows of the old file, as far as that can be told. */
  readonly before: { readonly spans: number | null; readonly logs: number | null };
}

/** More than an empty database takes. */
const EMPTY_BYTES = 1.5 * 1024 * 1024;
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|ERROR|IOERR_SHORT_READ)/;

/**
 * Writes what can be read of the database into a new file, checks that, and puts it in the old one's place, which is kept
 * under another name. Until then nothing is changed. Throws, in one line, where a collector uses the directory, where the
 * file is a newer version's or another program's, or where there is no room for another.
 */
export function repair(options: RepairOptions): Repaired {
  const { dataDirectory, now } = options;
  const lock = lockDirectory(dataDirectory);
  try {
    const file = databaseFile(dataDirectory);
    finishReplacing(dataDirectory);
    needDatabaseIn(dataDirectory);
    needRoom(file, dataDirectory);
    setForeignLogAside(file);
    const folder = repairFolder(dataDirectory);
    rmSync(folder, { recursive: true, force: true });
    try {
      const made = makeAnew(file, folder, options);
      const setAside = replaceDatabase(dataDirectory, databaseFile(folder), now);
      return { ...made, setAside };
    } catch (error) {
      if (faultOf(error) !== 'disk_full') throw error;
      const why = describeFault('disk_full', folder, { isRunning: false });
      throw new Error(`${why}: nothing was changed`, { cause: error });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    lock.close();
  }
}

/** Throws where there is no room for `times` the file and its log, and for the new file's own log. */
function needRoom(file: string, dataDirectory: string, times = 1): void {
  const size = fileSize(file) + fileSize(`${file}-wal`);
  const needed = size * times + Math.min(size, MAX_LOG_BYTES) + EMPTY_BYTES;
  const { bavail, bsize } = statfsSync(dataDirectory);
  if (bavail * bsize < needed)
    throw new Error(`a repair needs ${Math.ceil(needed / 2 ** 20)} MB of free space: nothing was changed`);
}

function makeAnew(file: string, folder: string, options: RepairOptions): Omit<Repaired, 'setAside'> {
  makeFolder(folder);
  const salvage = openSalvage(file, folder);
  const database = openForWriting(folder, 'normal');
  const writer = new Writer(database);
  try {
    const before = { spans: salvage?.count('spans') ?? null, logs: salvage?.count('log_records') ?? null };
    options.total((before.spans ?? 0) + (before.logs ?? 0) + (salvage?.count('metric_points') ?? 0));
    let read = 0;
    const onRow = (): void => {
      read++;
      options.onRow();
    };
    const rebuilt = salvage ? rebuild({ ...DECODERS, salvage, database, writer, onRow }) : nothingRebuilt();
    if (salvage && read === 0) needEmpty(file);
    writer.close();
    check(databaseFile(folder));
    return { ...rebuilt, before };
  } finally {
    writer.close();
    salvage?.close();
  }
}

/** Throws where no row was read although the file is too large to be empty. */
function needEmpty(file: string): void {
  const used = usedBytes(file);
  if (used > EMPTY_BYTES)
    throw new Error(
      `no row could be read of a database with ${Math.round(used / 1024)} kB in use: nothing was changed; move ${file} elsewhere to begin with an empty one`,
    );
}

/**
 * Opens the file, or where its list of tables is damaged a copy with that list made anew; null where neither can be opened. Throws
 * where the file is none of ours to repair.
 */
function openSalvage(file: string, folder: string): Salvage | null {
  const salvage = unlessDamaged(() => new Salvage(file));
  const why = salvage?.whyLeftAlone ?? null;
  if (salvage && why === null && isWholeSchema(salvage.names(), salvage.format, folder)) return salvage;
  // By a damaged header a file of ours may seem another's.
  const anew = why === null || hasDamagedHeader(file) ? openAnew(file, folder) : null;
  if (why !== null && anew?.whyLeftAlone !== null) {
    anew?.close();
    salvage?.close();
    throw new Error(why);
  }
  if (anew === null) return salvage;
  salvage?.close();
  return anew;
}

/** Opens a copy with its list of tables made anew; null where there can be none. */
function openAnew(file: string, folder: string): Salvage | null {
  needRoom(file, folder, 2);
  const copy = unlessDamaged(() => copyWithNewSchema(file, folder));
  return copy === null ? null : unlessDamaged(() => new Salvage(copy));
}

/** Null where `read` throws because the file is damaged. */
function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (DAMAGED.test((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}

/** Throws where the new file is not sound. */
function check(file: string): void {
  const { problems, mismatches } = examine(file);
  const wrong = [...problems, ...(mismatches ?? []).map(({ what, count }) => `${count} ${what}`)];
  if (wrong.length > 0)
    throw new Error(`the new file is not right either (${wrong[0]}): nothing was changed`);
}
