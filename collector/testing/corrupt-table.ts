import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

/** Overwrites the first page of a table in the file of a stopped collector, as a failing disk would. */
export function corruptTable(dataDir: string, table: string): void {
  const file = path.join(dataDir, 'tracedeck.db');
  const database = new Database(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const size = database.pragma('page_size', { simple: true }) as number;
  const page = database
    .prepare<[string], number>('SELECT rootpage FROM sqlite_master WHERE name = ?')
    .pluck()
    .get(table)!;
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  closeSync(handle);
}
