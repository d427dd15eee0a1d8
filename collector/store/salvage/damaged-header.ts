import { statSync } from 'node:fs';
import {
  AUTO_VACUUM_AT,
  FREE_PAGES_AT,
  isDatabase,
  pageBytesIn,
  readHeader,
  RESERVED_AT,
} from '../file/header.ts';
import { mappedPageBytes } from '../file/page-size.ts';

/** Fields that SQLite goes by, but for the size of pages: where each lies, and the values of it that a file of ours may have. */
const FIELDS: readonly (readonly [at: number, bytes: number, values: readonly number[]])[] = [
  // Versions of the format for writing and for reading: 1 until the log is first used.
  [18, 1, [1, 2]],
  [19, 1, [1, 2]],
  // Bytes left free at the end of each page.
  [RESERVED_AT, 1, [0]],
  // Shares of a page that a cell may take.
  [21, 3, [0x40_20_20]],
  // The format of the list of tables.
  [44, 4, [1, 2, 3, 4]],
  // UTF-8.
  [56, 4, [1]],
];

/** Whether this is a database whose header says what none of ours can. */
export function hasDamagedHeader(file: string): boolean {
  const header = readHeader(file);
  return isDatabase(header) && !isSoundHeader(header, mappedPageBytes(file));
}

/** `mapped`: the size of pages as the pointer map tells, null where there is none. */
export function isSoundHeader(header: Buffer, mapped: number | null): boolean {
  if (!isDatabase(header)) return false;
  if (!FIELDS.every(([at, bytes, values]) => values.includes(header.readUIntBE(at, bytes)))) return false;
  const pageBytes = pageBytesIn(header);
  if (mapped !== null) return pageBytes === mapped && header.readUInt32BE(AUTO_VACUUM_AT) !== 0;
  return pageBytes >= 512 && Number.isInteger(Math.log2(pageBytes));
}

/** Bytes of a database file less those of pages that its header calls unused, where that can be read. */
export function usedBytes(file: string): number {
  const header = readHeader(file);
  const free = isDatabase(header) ? header.readUInt32BE(FREE_PAGES_AT + 4) * pageBytesIn(header) : 0;
  return statSync(file).size - free;
}
