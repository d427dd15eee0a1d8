import { closeSync, copyFileSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { LeafPages } from './leaf-pages.ts';
import { migrate, newestFormat } from '../file/migrate.ts';
import { mappedPageBytes, PAGE_BYTES, PAGE_SIZES, pageBytesIn, setPages } from '../file/page-size.ts';
import { readInto } from '../file/read-into.ts';

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly rootpage: number;
  readonly sql: string | null;
}

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');
const HEADER_BYTES = 100;
const TABLE_LEAF = 0x0d;
/** Where the header says which page has the list of unused pages, how many there are, and the format. */
const FREE_PAGES_AT = 32;
const AUTO_VACUUM_AT = 52;
const FORMAT_AT = 60;

/** How a database was made: `vacuumedAt` is the format that it had when somebody vacuumed it. */
interface Making {
  readonly format: number;
  readonly pageBytes: number;
  readonly vacuumedAt?: number;
}

/** Whether these are the names of all that a database of this format has. */
export const isWholeSchema = (names: readonly string[], format: number, folder: string): boolean =>
  schemaOf({ format, pageBytes: PAGE_BYTES }, folder).every(({ name }) => names.includes(name));

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
  const mapped = mappedPageBytes(copy);
  const isSound = isSoundHeader(header, mapped);
  if (isSound && header.readUInt32BE(AUTO_VACUUM_AT) === 0) return null;
  const format = formatIn(header, isSound);
  const pageBytes = isSound ? pageBytesIn(header) : (mapped ?? rootedPageBytes(copy, format, folder));
  if (pageBytes === null) return null;
  clearSchema(copy, isSound ? header : headerOf(emptyDatabase({ format, pageBytes }, folder)));
  const { schema } = likeliestSchema(copy, { format, pageBytes }, folder);
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

/** Whether this is a database whose header says what none of ours can. */
export function hasDamagedHeader(file: string): boolean {
  const header = headerOf(file);
  return isDatabase(header) && !isSoundHeader(header, mappedPageBytes(file));
}

/** Bytes of a database file less those of pages that its header calls unused, where that can be read. */
export function usedBytes(file: string): number {
  const header = headerOf(file);
  const free = isDatabase(header) ? header.readUInt32BE(FREE_PAGES_AT + 4) * pageBytesIn(header) : 0;
  return statSync(file).size - free;
}

/** Of the lists of tables that the file can have had, the one of whose roots most are roots in it. */
function likeliestSchema(
  file: string,
  made: Making,
  folder: string,
): { readonly schema: SchemaRow[]; readonly share: number } {
  const pages = new LeafPages(file);
  try {
    let [likeliest, most]: [SchemaRow[], number] = [[], -1];
    for (let vacuumedAt = made.format + 1; vacuumedAt > 0; vacuumedAt--) {
      // The first is that of a file that was never vacuumed.
      const schema = schemaOf(vacuumedAt > made.format ? made : { ...made, vacuumedAt }, folder);
      const trees = schema.filter(({ rootpage }) => rootpage > 0);
      const right = trees.filter((tree) => pages.isRoot(tree.rootpage, kindOf(tree))).length;
      const share = trees.length === 0 ? 0 : right / trees.length;
      if (share > most) [likeliest, most] = [schema, share];
      if (right === trees.length) break;
    }
    return { schema: likeliest, share: most };
  } finally {
    pages.close();
  }
}

/**
 * How large the pages of a file are that has lost both its header and the page that tells of the others: as the roots of its
 * tables lie. Null where they lie nowhere. Clears the first page. The smaller size is tried first: it clears nothing else.
 */
function rootedPageBytes(file: string, format: number, folder: string): number | null {
  for (const pageBytes of PAGE_SIZES.toSorted((a, b) => a - b)) {
    const made = { format, pageBytes };
    clearSchema(file, headerOf(emptyDatabase(made, folder)));
    if (likeliestSchema(file, made, folder).share > 0.5) return pageBytes;
  }
  return null;
}

const kindOf = ({ type, sql }: SchemaRow): 'table' | 'index' =>
  type === 'index' || /\bWITHOUT ROWID\b/i.test(sql ?? '') ? 'index' : 'table';

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

function schemaOf(made: Making, folder: string): SchemaRow[] {
  const database = new Database(emptyDatabase(made, folder), { readonly: true });
  try {
    return database.prepare<[], SchemaRow>('SELECT * FROM sqlite_schema').all();
  } finally {
    database.close();
  }
}

/** A database that was made in this way and holds nothing; made once. */
function emptyDatabase({ format, pageBytes, vacuumedAt }: Making, folder: string): string {
  const file = path.join(folder, `empty-${format}-${pageBytes}-${vacuumedAt ?? 'never'}.db`);
  if (existsSync(file)) return file;
  const database = new Database(file);
  try {
    setPages(database, pageBytes);
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

/** Fields that SQLite goes by, but for the size of pages: where each lies, and the values of it that a file of ours may have. */
const FIELDS: readonly (readonly [at: number, bytes: number, values: readonly number[]])[] = [
  // Versions of the format for writing and for reading: 1 until the log is first used.
  [18, 1, [1, 2]],
  [19, 1, [1, 2]],
  // Bytes left free at the end of each page.
  [20, 1, [0]],
  // Shares of a page that a cell may take.
  [21, 3, [0x40_20_20]],
  // The format of the list of tables.
  [44, 4, [1, 2, 3, 4]],
  // UTF-8.
  [56, 4, [1]],
];

const isDatabase = (header: Buffer): boolean => header.subarray(0, MAGIC.length).equals(MAGIC);

/** `mapped`: the size of pages as the pointer map tells, null where there is none. */
function isSoundHeader(header: Buffer, mapped: number | null): boolean {
  if (!isDatabase(header)) return false;
  if (!FIELDS.every(([at, bytes, values]) => values.includes(header.readUIntBE(at, bytes)))) return false;
  const pageBytes = pageBytesIn(header);
  if (mapped !== null) return pageBytes === mapped && header.readUInt32BE(AUTO_VACUUM_AT) !== 0;
  return pageBytes >= 512 && Number.isInteger(Math.log2(pageBytes));
}

/** Of a header that is not sound, where that is one of ours; else most likely the newest. */
function formatIn(header: Buffer, isSound: boolean): number {
  const format = header.readUInt32BE(FORMAT_AT);
  return isSound || format > 0 ? Math.min(format, newestFormat()) : newestFormat();
}

/** Makes the first page one that lists no table and no unused page: what is written from now on goes behind the end. */
function clearSchema(file: string, header: Buffer): void {
  const pageSize = pageBytesIn(header);
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
