import { closeSync, copyFileSync, existsSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { LeafPages } from './leaf-pages.ts';
import { migrate, newestFormat } from '../file/migrate.ts';

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly rootpage: number;
  readonly sql: string | null;
}

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');
const HEADER_BYTES = 100;
/** Of the files that we make. */
const PAGE_BYTES = 4096;
/** One entry of the pointer map: the kind of a page, and the page that leads to it. */
const POINTER_BYTES = 5;
const ROOT = 1;
const TABLE_LEAF = 0x0d;
/** Where the header says which page has the list of unused pages, how many there are, and the format. */
const FREE_PAGES_AT = 32;
const AUTO_VACUUM_AT = 52;
const FORMAT_AT = 60;

/** Whether these are the names of all that a database of this format has. */
export const isWholeSchema = (names: readonly string[], format: number, folder: string): boolean =>
  schemaOf(format, folder).every(({ name }) => names.includes(name));

/**
 * Copies a database whose list of tables is damaged into a folder and gives it the list that its format has: migrations
 * run in one order, and with auto_vacuum the root of a table lies where that order puts it, whatever the rows; a VACUUM,
 * which somebody may have run at any format, puts it where it would be without rows, too. Returns the
 * copy; null where the file is of a time before auto_vacuum, whose roots may lie anywhere, or none of ours at all.
 */
export function withSchemaAnew(file: string, folder: string): string | null {
  const copy = path.join(folder, 'list-of-tables.db');
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  moveLogIntoFile(copy);
  const header = headerOf(copy);
  const isReadable = header.subarray(0, MAGIC.length).equals(MAGIC);
  if (isReadable && header.readUInt32BE(AUTO_VACUUM_AT) === 0) return null;
  if (!isReadable && !hasPointerMap(copy)) return null;
  const format = isReadable ? Math.min(header.readUInt32BE(FORMAT_AT), newestFormat()) : newestFormat();
  clearSchema(copy, isReadable ? header : headerOf(emptyDatabase(format, folder)));
  const schema = likeliestSchema(copy, format, folder);
  const database = new Database(copy);
  try {
    database.unsafeMode(true);
    database.pragma('writable_schema = ON');
    const insert = database.prepare<SchemaRow>(
      'INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (@type, @name, @tbl_name, @rootpage, @sql)',
    );
    database.transaction(() => schema.forEach((row) => insert.run(row)))();
  } finally {
    database.close();
  }
  return copy;
}

/** Pages of a database file less those that its header calls unused, where that can be read. */
export function usedPages(file: string): number {
  const header = headerOf(file);
  const isReadable = header.subarray(0, MAGIC.length).equals(MAGIC);
  const free = isReadable ? header.readUInt32BE(FREE_PAGES_AT + 4) : 0;
  return Math.floor(statSync(file).size / PAGE_BYTES) - free;
}

/** Of the lists of tables that the file can have had, the one of whose roots most are roots in it. */
function likeliestSchema(file: string, format: number, folder: string): SchemaRow[] {
  const pages = new LeafPages(file);
  try {
    let [likeliest, most]: [SchemaRow[], number] = [[], -1];
    for (let vacuumedAt = format + 1; vacuumedAt > 0; vacuumedAt--) {
      // The first is that of a file that was never vacuumed.
      const schema = schemaOf(format, folder, vacuumedAt > format ? undefined : vacuumedAt);
      const trees = schema.filter(({ rootpage }) => rootpage > 0);
      const right = trees.filter((tree) => pages.isRoot(tree.rootpage, kindOf(tree))).length;
      if (right > most) [likeliest, most] = [schema, right];
      if (right === trees.length) break;
    }
    return likeliest;
  } finally {
    pages.close();
  }
}

const kindOf = ({ type, sql }: SchemaRow): 'table' | 'index' =>
  type === 'index' || /\bWITHOUT ROWID\b/i.test(sql ?? '') ? 'index' : 'table';

/** With auto_vacuum the second page tells of those after it what they are: the third is always the root of a table. */
function hasPointerMap(file: string): boolean {
  const entry = Buffer.alloc(POINTER_BYTES);
  readInto(entry, file, PAGE_BYTES);
  return entry.equals(Buffer.from([ROOT, 0, 0, 0, 0]));
}

/** Whoever closes a database last does so; that its tables can't be read is no hindrance. */
function moveLogIntoFile(file: string): void {
  const database = new Database(file);
  try {
    database.pragma('user_version');
  } catch {
    // What the log holds is lost then, as it is for whoever opens this file.
  } finally {
    database.close();
  }
}

function schemaOf(format: number, folder: string, vacuumedAt?: number): SchemaRow[] {
  const database = new Database(emptyDatabase(format, folder, vacuumedAt), { readonly: true });
  try {
    return database.prepare<[], SchemaRow>('SELECT * FROM sqlite_schema').all();
  } finally {
    database.close();
  }
}

/** A database of this format that holds nothing, made once; `vacuumedAt`: the format that it had when it was vacuumed. */
function emptyDatabase(format: number, folder: string, vacuumedAt?: number): string {
  const file = path.join(folder, `empty-${format}-${vacuumedAt ?? 'never'}.db`);
  if (existsSync(file)) return file;
  const database = new Database(file);
  try {
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('synchronous = OFF');
    if (vacuumedAt !== undefined) {
      migrate(database, vacuumedAt);
      database.exec('VACUUM');
    }
    migrate(database, format);
  } finally {
    database.close();
  }
  return file;
}

function headerOf(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  readInto(header, file, 0);
  return header;
}

function readInto(bytes: Buffer, file: string, position: number): void {
  const handle = openSync(file, 'r');
  try {
    readSync(handle, bytes, 0, bytes.length, position);
  } finally {
    closeSync(handle);
  }
}

/** Makes the first page one that lists no table and no unused page: what is written from now on goes behind the end. */
function clearSchema(file: string, header: Buffer): void {
  const size = header.readUInt16BE(16);
  const pageSize = size === 1 ? 65_536 : size;
  const page = Buffer.alloc(pageSize);
  header.copy(page);
  page.writeUInt32BE(Math.floor(statSync(file).size / pageSize), 28);
  page.fill(0, FREE_PAGES_AT, FREE_PAGES_AT + 8);
  page[HEADER_BYTES] = TABLE_LEAF;
  page.writeUInt16BE(pageSize % 65_536, HEADER_BYTES + 5);
  const handle = openSync(file, 'r+');
  try {
    writeSync(handle, page, 0, pageSize, 0);
  } finally {
    closeSync(handle);
  }
}
