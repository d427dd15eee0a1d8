import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { databaseFile } from '../../lib/database-file.ts';
import { openForReading, openForWriting } from './database.ts';
import { copyEmptyDatabase } from './empty-database.ts';
import { testFolder } from '../../testing/test-folder.ts';

let directory: string;
let empty: string;
let data: string;
beforeEach(() => {
  directory = testFolder();
  openForWriting(path.join(directory, 'made'), 'full').close();
  empty = databaseFile(path.join(directory, 'made'));
  mkdirSync((data = path.join(directory, 'data')));
});

const schemaIn = (folder: string): unknown[] => {
  const database = openForReading(folder);
  const rows = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  const pragmas = ['user_version', 'auto_vacuum', 'journal_mode'];
  const settings = pragmas.map((name): unknown => database.pragma(name, { simple: true }));
  database.close();
  return [...settings, ...rows];
};

test('a copy is what would have been made in its place, and can be written', () => {
  // As a package may have it.
  chmodSync(empty, 0o444);
  copyEmptyDatabase(databaseFile(data), empty);
  expect(readdirSync(data)).toEqual(['tracedeck.db']);
  expect(statSync(databaseFile(data)).mode & 0o777).toBe(0o600);
  const database = openForWriting(data, 'normal');
  database.exec("INSERT INTO projects (project_id) VALUES ('kept')");
  database.close();
  expect(schemaIn(data)).toEqual(schemaIn(path.join(directory, 'made')));
});

test.for(['', '-wal', '-journal'])('nothing is put beside what is there: tracedeck.db%s', (part) => {
  const file = databaseFile(data);
  writeFileSync(`${file}${part}`, 'left');
  copyEmptyDatabase(file, empty);
  expect(readdirSync(data)).toEqual([`tracedeck.db${part}`]);
});

test('where there is none to copy, the database is made in its place', () => {
  copyEmptyDatabase(databaseFile(data), path.join(directory, 'none.db'));
  expect(existsSync(databaseFile(data))).toBe(false);
});
