import { fileSize } from '../../lib/file-size.ts';
import { readInto } from './read-into.ts';
import { mappedPageBytes, pageBytesIn } from './page-size.ts';

/** A log begins with this number or the next; SQLite takes no other for one. */
const LOG_MAGIC = 0x37_7f_06_82;
const PAGE_SIZE_AT = 8;

/**
 * Whether the log beside a database is that of another file: a database that was put here from elsewhere, as a backup, may find
 * the log of the one that was here before, and SQLite goes by the log, over whose pages the file is lost. Only a size of pages
 * that is another tells for sure, where the header and the pointer map of the file agree on theirs.
 */
export function hasForeignLog(file: string): boolean {
  if (fileSize(`${file}-wal`) === 0 || fileSize(file) === 0) return false;
  const log = Buffer.alloc(PAGE_SIZE_AT + 4);
  readInto(log, `${file}-wal`, 0);
  if (log.readUInt32BE(0) - (log[3]! & 1) !== LOG_MAGIC) return false;
  const header = Buffer.alloc(100);
  readInto(header, file, 0);
  const pageBytes = pageBytesIn(header);
  return pageBytes === mappedPageBytes(file) && pageBytes !== log.readUInt32BE(PAGE_SIZE_AT);
}
