import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFile } from '../database-file.ts';
import { openForWriting } from './database.ts';

let directory: string;
beforeEach(() => void (directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-listed-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Inserts a row of the first format; what is not given is 0 or empty. */
function insert(database: Database.Database, table: string, row: Readonly<Record<string, unknown>>): void {
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

test('rows of a database from before cursors get the places of their starts', () => {
  const old = new Database(databaseFile(directory));
  old.exec(readFileSync(new URL('./migrations/0001-initial.sql', import.meta.url), 'utf8'));
  old.pragma('user_version = 1');
  insert(old, 'traces', { id: 1, project: 1, trace_id: 'with a root', start_ns: 1770921433316465123n });
  insert(old, 'traces', { id: 2, project: 1, trace_id: 'without', start_ns: 7n });
  insert(old, 'spans', { id: 1, trace: 1, span_id: 'child', parent_span_id: 'late', start_ns: 1n });
  insert(old, 'spans', { id: 2, trace: 1, span_id: 'late', start_ns: 3n });
  insert(old, 'spans', { id: 3, trace: 1, span_id: 'early', start_ns: 2n });
  insert(old, 'spans', { id: 4, trace: 2, span_id: 'orphan', parent_span_id: 'gone', start_ns: 7n });
  insert(old, 'sessions', { id: 1, project: 1, session_id: 's', start_ns: 5n });
  old.close();

  const database = openForWriting(directory, 'normal');
  const all = (sql: string): unknown[] => database.prepare(sql).safeIntegers().all();
  expect(all('SELECT trace_id, root_span_id, listed_ns FROM traces ORDER BY id')).toEqual([
    { trace_id: 'with a root', root_span_id: 'early', listed_ns: 1770921433316465123n },
    { trace_id: 'without', root_span_id: null, listed_ns: 7n },
  ]);
  expect(all('SELECT listed_ns FROM sessions')).toEqual([{ listed_ns: 5n }]);
  expect(all('SELECT listed_ns, listed_id FROM spans WHERE listed_id IS NOT NULL')).toEqual([]);
  database.close();
});
