import { readInto } from './read-into.ts';

/** What a file of SQLite's begins with, and where in it the fields lie that we read (https://sqlite.org/fileformat2.html). */
export const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
export const RESERVED_AT = 20;
/** How many pages the file has. */
export const PAGES_AT = 28;
/** Which page has the list of unused pages, and behind it how many there are. */
export const FREE_PAGES_AT = 32;
/** 0 where there is no pointer map. */
export const AUTO_VACUUM_AT = 52;
/** The format, as migrations number it. */
export const FORMAT_AT = 60;

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');

/** The header of a file; zeros for what lies behind the file's end. */
export function readHeader(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  readInto(header, file, 0);
  return header;
}

/** Whether a file that begins so calls itself a database of SQLite's. */
export const isDatabase = (header: Buffer): boolean => header.subarray(0, MAGIC.length).equals(MAGIC);

/** The size of pages that a header names. */
export function pageBytesIn(header: Buffer): number {
  const size = header.readUInt16BE(PAGE_SIZE_AT);
  return size === 1 ? 65_536 : size;
}
