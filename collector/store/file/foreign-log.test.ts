import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { databaseFile } from '../../lib/database-file.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { examine } from '../salvage/examine.ts';
import { openForReading, openForWriting } from './database.ts';
import { PAGE_BYTES, setPages } from './page-size.ts';

/** A folder as a killed process leaves it: `first` lies in the file, `second` in the log. */
function killed(pageBytes: number): string {
  const [open, folder] = [testFolder(), testFolder()];
  const made = new Database(databaseFile(open));
  setPages(made, pageBytes);
  made.pragma('journal_mode = WAL');
  made.close();
  const database = openForWriting(open, 'normal');
  const keep = database.prepare('INSERT INTO projects (project_id) VALUES (?)');
  keep.run('first');
  database.pragma('wal_checkpoint(TRUNCATE)');
  keep.run('second');
  for (const end of ['', '-wal']) copyFileSync(databaseFile(open) + end, databaseFile(folder) + end);
  database.close();
  return folder;
}

function kept(folder: string): unknown[] {
  const database = openForReading(folder);
  const projects = database.prepare('SELECT project_id FROM projects ORDER BY id').pluck().all();
  database.close();
  return projects;
}

describe.for([
  [PAGE_BYTES, 4096],
  [4096, PAGE_BYTES],
] as const)('beside a database with pages of %i bytes', ([pageBytes, others]) => {
  const withLogOf = (other: string): { folder: string; log: Buffer } => {
    const folder = killed(pageBytes);
    const log = `${databaseFile(folder)}-wal`;
    copyFileSync(`${databaseFile(other)}-wal`, log);
    return { folder, log: readFileSync(log) };
  };
  const setAside = (folder: string): Buffer[] =>
    readdirSync(folder)
      .filter((name) => /^tracedeck-damaged-.*-wal$/.test(name))
      .map((name) => readFileSync(path.join(folder, name)));

  test(`the log of one with pages of ${others} is named, set aside by a start and kept`, () => {
    const { folder, log } = withLogOf(killed(others));
    expect(examine(databaseFile(folder)).problems).toEqual([
      `${databaseFile(folder)}-wal is the log of another file: a start sets it aside`,
    ]);
    openForWriting(folder, 'normal').close();
    expect(kept(folder)).toEqual(['first']);
    expect(setAside(folder)).toEqual([log]);
    expect(examine(databaseFile(folder))).toMatchObject({ problems: [], mismatches: [] });
  });

  test('its own log is read', () => {
    const folder = killed(pageBytes);
    expect(examine(databaseFile(folder)).problems).toEqual([]);
    openForWriting(folder, 'normal').close();
    expect(kept(folder)).toEqual(['first', 'second']);
    expect(setAside(folder)).toEqual([]);
  });
});
