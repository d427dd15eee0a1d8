import { fileSize } from '../../lib/file-size.ts';
import { pageBytesIn, readHeader } from './header.ts';
import { readInto } from './read-into.ts';
import { mappedPageBytes } from './page-size.ts';

/** A log begins with this number or the next; SQLite takes no other for one. */
const LOG_MAGIC = 0x37_7f_06_82;
const LOG_PAGE_SIZE_AT = 8;

/**
 * Whether the log beside a database is certainly that of another file: where somebody puts a backup in the place of a database, the
 * log of the one that was there may still lie beside it, and SQLite would write that log's pages over the file. Only pages of another
 * size than the file's tell for sure, and only where its header and its pointer map agree on that.
 */
export function hasForeignLog(file: string): boolean {
  if (fileSize(`${file}-wal`) === 0 || fileSize(file) === 0) return false;
  const log = Buffer.alloc(LOG_PAGE_SIZE_AT + 4);
  readInto(log, `${file}-wal`, 0);
  if (log.readUInt32BE(0) - (log[3]! & 1) !== LOG_MAGIC) return false;
  const pageBytes = pageBytesIn(readHeader(file));
  return pageBytes === mappedPageBytes(file) && pageBytes !== log.readUInt32BE(LOG_PAGE_SIZE_AT);
}
