import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { AUTO_VACUUM_AT, HEADER_BYTES, isDatabase, pageBytesIn, RESERVED_AT } from '../file/header.ts';

/** One row as it lies in the file, in the order of its table's columns; the primary key is the row's id, not a value. */
export interface LeafRow {
  readonly id: bigint;
  readonly values: readonly (bigint | number | string | Buffer | null)[];
}

/** Kinds of page, as the first byte of one says (the first page's behind the header). */
export const TABLE_LEAF = 0x0d;
const TABLE_INNER = 0x05;
/** Of indexes and tables WITHOUT ROWID: inner pages have rows, too, each behind the four bytes of a child's page number. */
const INDEX_LEAF = 0x0a;
const INDEX_INNER = 0x02;
/** Kinds of page in the pointer map: the root of a tree, and one that another page of its tree leads to. */
const ROOT = 1;
const INNER = 5;
/** Deeper than any tree of this page size gets. */
const MAX_DEPTH = 20;
/** The page that has this byte is never used: locks are taken on it. */
const LOCK_BYTE = 2 ** 30;

/**
 * Reads rows of tables from the pages of a database file themselves, where the way to them is damaged: each page says in
 * another place (the pointer map that auto_vacuum keeps) which page leads to it, so that a leaf is known for its table's
 * although the root or what lies between is lost. See https://sqlite.org/fileformat2.html. What lies in the write-ahead
 * log is not seen.
 */
export class LeafPages {
  readonly #file: number;
  readonly #pageSize: number;
  readonly #usable: number;
  readonly #pageCount: number;
  readonly #isMapped: boolean;

  /** Throws where the file can't be opened or is none of SQLite's. */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(this.#file, header, 0, HEADER_BYTES, 0);
    this.#pageSize = pageBytesIn(header);
    this.#usable = this.#pageSize - header[RESERVED_AT]!;
    this.#isMapped = header.readUInt32BE(AUTO_VACUUM_AT) !== 0;
    this.#pageCount = Math.floor(fstatSync(this.#file).size / Math.max(this.#pageSize, 512));
    if (isDatabase(header) && this.#pageSize >= 512) return;
    this.close();
    throw new Error(`${path} is no database`);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Whether a tree of that kind begins with this page; tables WITHOUT ROWID are kept as indexes are. */
  isRoot(number: number, kind: 'table' | 'index'): boolean {
    const page = Buffer.alloc(this.#pageSize);
    if (!this.#isMapped || !this.#read(number, page)) return false;
    const { type } = this.#mapEntry(number);
    // What can't be an entry is damaged, and says nothing of the page.
    if (type > ROOT && type <= INNER) return false;
    return (kind === 'table' ? [TABLE_LEAF, TABLE_INNER] : [INDEX_LEAF, INDEX_INNER]).includes(page[0]!);
  }

  /**
   * Ids of a table's rows with their offsets in the file, in no order; none without a pointer map. `root` is the number of the page
   * that its tree begins with.
   */
  *places(root: number): Generator<readonly [id: bigint, place: number]> {
    if (!this.#isMapped) return;
    const page = Buffer.alloc(this.#pageSize);
    for (let number = 2; number <= this.#pageCount; number++) {
      if (!this.#read(number, page) || page[0] !== TABLE_LEAF || this.#rootOf(number) !== root) continue;
      for (const at of this.#cellsOf(page)) {
        const id = idAt(page, at);
        if (id !== null) yield [id, (number - 1) * this.#pageSize + at];
      }
    }
  }

  /** The row at an offset that `places` gave. Throws where it is damaged. */
  row(place: number): LeafRow {
    const { page, cursor } = this.#at(place);
    const size = Number(cursor.varint());
    const id = BigInt.asIntN(64, cursor.varint());
    return { id, values: valuesOf(this.#payload(page, cursor.at, size, this.#usable - 35)) };
  }

  /** Offsets in the file of the rows of a table WITHOUT ROWID, in no order; none without a pointer map. */
  *recordPlaces(root: number): Generator<number> {
    if (!this.#isMapped) return;
    const page = Buffer.alloc(this.#pageSize);
    for (let number = 2; number <= this.#pageCount; number++) {
      if (!this.#read(number, page) || (page[0] !== INDEX_LEAF && page[0] !== INDEX_INNER)) continue;
      if (this.#rootOf(number) !== root) continue;
      const [head, before] = page[0] === INDEX_LEAF ? [8, 0] : [12, 4];
      for (const at of this.#cellsOf(page, head)) yield (number - 1) * this.#pageSize + at + before;
    }
  }

  /**
   * The values at an offset that `recordPlaces` gave: of the primary key, then the others in the order of their columns. Throws where
   * they are damaged.
   */
  record(place: number): LeafRow['values'] {
    const { page, cursor } = this.#at(place);
    const size = Number(cursor.varint());
    const most = Math.floor(((this.#usable - 12) * 64) / 255) - 23;
    return valuesOf(this.#payload(page, cursor.at, size, most));
  }

  #at(place: number): { page: Buffer; cursor: Cursor } {
    const page = Buffer.alloc(this.#pageSize);
    this.#read(Math.floor(place / this.#pageSize) + 1, page);
    return { page, cursor: new Cursor(page, place % this.#pageSize) };
  }

  /** False where the file ends before, or the disk can't give it. */
  #read(number: number, into: Buffer): boolean {
    try {
      return readSync(this.#file, into, 0, this.#pageSize, (number - 1) * this.#pageSize) === this.#pageSize;
    } catch {
      return false;
    }
  }

  /** The root of the tree that a page belongs to; 0 where the map does not lead to one. */
  #rootOf(page: number): number {
    for (let depth = 0, at = page; depth < MAX_DEPTH; depth++) {
      // The list of tables itself, which the map does not name.
      if (at === 1) return 1;
      const { type, parent } = this.#mapEntry(at);
      if (type === ROOT) return at;
      if (type !== INNER || parent < 1 || parent > this.#pageCount) return 0;
      at = parent;
    }
    return 0;
  }

  #mapEntry(page: number): { type: number; parent: number } {
    const perMap = Math.floor(this.#usable / 5) + 1;
    let map = Math.floor((page - 2) / perMap) * perMap + 2;
    if (map === LOCK_BYTE / this.#pageSize + 1) map++;
    const entry = Buffer.alloc(5);
    if (page > map) readSync(this.#file, entry, 0, 5, (map - 1) * this.#pageSize + 5 * (page - map - 1));
    return { type: entry[0]!, parent: entry.readUInt32BE(1) };
  }

  /** Offsets in the page of its cells; none where one of them can't be. `head`: bytes before their list. */
  #cellsOf(page: Buffer, head = 8): number[] {
    const count = page.readUInt16BE(3);
    const end = head + 2 * count;
    if (end > this.#usable) return [];
    const cells = Array.from({ length: count }, (_, i) => page.readUInt16BE(head + 2 * i));
    return cells.every((at) => at >= end && at < this.#usable) ? cells : [];
  }

  /** The `size` bytes of a cell, with the pages that it runs on into where they are more than `most`. Throws where one is lost. */
  #payload(page: Buffer, at: number, size: number, most: number): Buffer {
    const usable = this.#usable;
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const wanted = least + ((size - least) % (usable - 4));
    const here = size <= most ? size : wanted <= most ? wanted : least;
    if (size > this.#pageCount * usable || at + here > usable) throw new Error('a damaged cell');
    const parts = [page.subarray(at, at + here)];
    let left = size - here;
    let next = left > 0 ? page.readUInt32BE(at + here) : 0;
    while (left > 0) {
      const more = Buffer.alloc(this.#pageSize);
      if (next === 0 || next > this.#pageCount || !this.#read(next, more)) throw new Error('a lost page');
      const part = more.subarray(4, 4 + Math.min(left, usable - 4));
      parts.push(part);
      left -= part.length;
      next = more.readUInt32BE(0);
    }
    return Buffer.concat(parts);
  }
}

/** The id of the row in a cell; null where that runs over the end of the page. */
function idAt(page: Buffer, at: number): bigint | null {
  try {
    const cursor = new Cursor(page, at);
    cursor.varint();
    return BigInt.asIntN(64, cursor.varint());
  } catch {
    return null;
  }
}

class Cursor {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Big-endian, seven bits a byte, the ninth byte whole. */
  varint(): bigint {
    let value = 0n;
    for (let i = 0; i < 8; i++) {
      const byte = this.#bytes.readUInt8(this.at++);
      value = (value << 7n) | BigInt(byte & 0x7f);
      if (byte < 0x80) return value;
    }
    return (value << 8n) | BigInt(this.#bytes.readUInt8(this.at++));
  }
}

const INTEGER_SIZES = [0, 1, 2, 3, 4, 6, 8];

function valuesOf(record: Buffer): LeafRow['values'] {
  const head = new Cursor(record, 0);
  const end = Number(head.varint());
  const types: number[] = [];
  while (head.at < end) types.push(Number(head.varint()));
  let at = end;
  return types.map((type) => {
    const size = sizeOf(type);
    if (at + size > record.length) throw new Error('a damaged record');
    const bytes = record.subarray(at, at + size);
    at += size;
    return valueOf(type, bytes);
  });
}

function sizeOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return type === 7 ? 8 : (INTEGER_SIZES[type] ?? 0);
}

function valueOf(type: number, bytes: Buffer): LeafRow['values'][number] {
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 8 || type === 9) return BigInt(type - 8);
  if (type < 7) return BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`));
  return type % 2 === 0 ? bytes : bytes.toString();
}
