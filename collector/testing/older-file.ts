import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import Database from 'better-sqlite3';
import { databaseFile } from '../lib/database-file.ts';
import { addPreviewFunction } from '../store/chunks/preview-reader.ts';

const MIGRATIONS = new URL('../store/file/migrations/', import.meta.url);

/** From this format on previews lie in chunks. */
const PREVIEWS_IN_CHUNKS = 13;
/** From this format on the keys of content that a span has stand in the attribute index as a set. */
const CONTENT_SETS = 16;

const columnsOf = (database: Database.Database, schema: string, table: string): string[] =>
  database.prepare<[], string>(`SELECT name FROM ${schema}.pragma_table_info('${table}')`).pluck().all();

/** Writes what the database in one folder holds into a file in another as a version with an older format would have. */
export function writeOlderFile(from: string, to: string, format: number): void {
  mkdirSync(to, { recursive: true });
  const older = new Database(databaseFile(to));
  older.pragma('auto_vacuum = INCREMENTAL');
  const names = readdirSync(MIGRATIONS).filter((name) => Number(name.slice(0, 4)) <= format);
  for (const name of names.sort()) older.exec(readFileSync(new URL(name, MIGRATIONS), 'utf8'));
  older.pragma(`user_version = ${format}`);
  older.exec(`ATTACH '${databaseFile(from)}' AS newer`);
  const tables = older
    .prepare<[], string>("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
    .pluck();
  for (const table of tables.all()) {
    const columns = columnsOf(older, 'main', table).join(', ');
    const rows = table === 'attribute_index' && format < CONTENT_SETS ? 'indexed_attributes' : table;
    older.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM newer.${rows}`);
  }
  if (format < CONTENT_SETS && columnsOf(older, 'main', 'spans').includes('indexed'))
    older.exec(`UPDATE main.spans SET indexed = '[' || sets.keys || substr(indexed, instr(indexed, ']') + 1)
      FROM newer.content_sets AS sets WHERE sets.id = -json_extract(indexed, '$[0][0]')`);
  if (format < PREVIEWS_IN_CHUNKS) {
    addPreviewFunction(older);
    const preview = (side: string): string =>
      `${side}_preview = COALESCE(${side}_preview, (SELECT preview(chunks.id, chunks.previews, spans.preview_at, '${side}')
         FROM newer.spans JOIN newer.chunks ON chunks.id = spans.chunk WHERE spans.id = older.id))`;
    older.exec(`UPDATE main.spans AS older SET ${preview('input')}, ${preview('output')}`);
  }
  older.close();
}

/** An empty database of the first format. */
export function createFirstFormat(directory: string): Database.Database {
  const older = new Database(databaseFile(directory));
  older.exec(readFileSync(new URL('0001-initial.sql', MIGRATIONS), 'utf8'));
  older.pragma('user_version = 1');
  return older;
}

/** Inserts a row; what is not given is 0 or empty. */
export function insertRow(
  database: Database.Database,
  table: string,
  row: Readonly<Record<string, unknown>>,
): void {
  const columns = database.pragma(`table_info(${table})`) as {
    name: string;
    type: string;
    notnull: number;
  }[];
  const values = columns.map(({ name, type, notnull }) => {
    if (name in row) return row[name];
    return notnull === 0 ? null : type === 'TEXT' ? '' : 0;
  });
  database.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(values);
}
