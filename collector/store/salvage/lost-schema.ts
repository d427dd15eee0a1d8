import { closeSync, copyFileSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { isSoundHeader } from './damaged-header.ts';
import {
  AUTO_VACUUM_AT,
  FORMAT_AT,
  FREE_PAGES_AT,
  HEADER_BYTES,
  PAGES_AT,
  pageBytesIn,
  readHeader,
} from '../file/header.ts';
import { LeafPages, TABLE_LEAF } from './leaf-pages.ts';
import { migrate, newestFormat } from '../file/migrate.ts';
import { mappedPageBytes, PAGE_BYTES, PAGE_SIZES, setPages } from '../file/page-size.ts';

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly rootpage: number;
  readonly sql: string | null;
}

/** How a database was made: `vacuumedAt` is the format that it had when somebody vacuumed it. */
interface Making {
  readonly format: number;
  readonly pageBytes: number;
  readonly vacuumedAt?: number;
}

/** Whether everything that a database of this format has is among these names. */
export const isWholeSchema = (names: readonly string[], format: number, folder: string): boolean =>
  schemaOf({ format, pageBytes: PAGE_BYTES }, folder).every(({ name }) => names.includes(name));

/**
 * Copies a database whose list of tables is damaged into `folder` and gives the copy the list that its format has. The format tells
 * where the tables lie: with auto_vacuum the root of each lies where the order of the migrations puts it, or that of a VACUUM, which
 * somebody may have run at any format; the rows do not matter. Returns the copy's path; null where the file was made before
 * auto_vacuum, when roots could lie anywhere, or is none of ours.
 */
export function copyWithNewSchema(file: string, folder: string): string | null {
  const copy = path.join(folder, 'list-of-tables.db');
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  moveLogIntoFile(copy);
  const header = readHeader(copy);
  const mapped = mappedPageBytes(copy);
  const isSound = isSoundHeader(header, mapped);
  if (isSound && header.readUInt32BE(AUTO_VACUUM_AT) === 0) return null;
  const format = formatIn(header, isSound);
  const pageBytes = isSound ? pageBytesIn(header) : (mapped ?? rootedPageBytes(copy, format, folder));
  if (pageBytes === null) return null;
  clearSchema(copy, isSound ? header : readHeader(emptyDatabase({ format, pageBytes }, folder)));
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

/** The likeliest of the lists of tables that the file can have had: the one most of whose roots are roots in it, and what share of them. */
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
 * The size of pages of a file that has lost both its header and the page with the pointer map: the one at which most of its tables
 * have their roots where they belong; null where none is such. Each try clears the first page, as large as that one is: so the
 * smaller size is tried first.
 */
function rootedPageBytes(file: string, format: number, folder: string): number | null {
  for (const pageBytes of PAGE_SIZES.toSorted((a, b) => a - b)) {
    const made = { format, pageBytes };
    clearSchema(file, readHeader(emptyDatabase(made, folder)));
    if (likeliestSchema(file, made, folder).share > 0.5) return pageBytes;
  }
  return null;
}

const kindOf = ({ type, sql }: SchemaRow): 'table' | 'index' =>
  type === 'index' || /\bWITHOUT ROWID\b/i.test(sql ?? '') ? 'index' : 'table';

/** The last to close a database moves its log into it, even where its tables can't be read. */
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

/** The file of an empty database that was made in this way; it is made when it is first asked for. */
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

/** The format that a header names, where there can be such a one; else most likely the file's is the newest. */
function formatIn(header: Buffer, isSound: boolean): number {
  const format = header.readUInt32BE(FORMAT_AT);
  return isSound || format > 0 ? Math.min(format, newestFormat()) : newestFormat();
}

/** Makes the first page one that lists no table and no unused page: what is written from now on goes behind the end. */
function clearSchema(file: string, header: Buffer): void {
  const pageSize = pageBytesIn(header);
  const page = Buffer.alloc(pageSize);
  header.copy(page);
  page.writeUInt32BE(Math.floor(statSync(file).size / pageSize), PAGES_AT);
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
