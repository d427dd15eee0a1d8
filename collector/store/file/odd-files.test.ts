import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseFile } from '../../lib/database-file.ts';
import { openForReading, openForWriting, type WritableDatabase } from './database.ts';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-odd-'));
  file = databaseFile(directory);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const keep = (database: WritableDatabase, project: string): void =>
  void database.prepare('INSERT INTO projects (project_id) VALUES (?)').run(project);

function kept(): unknown[] {
  const database = openForReading(directory);
  const projects = database.prepare('SELECT project_id FROM projects').pluck().all();
  database.close();
  return projects;
}

describe('a database that is known by a link', () => {
  let elsewhere: string;
  let target: string;
  beforeEach(() => {
    elsewhere = path.join(directory, 'elsewhere');
    mkdirSync(elsewhere);
    const database = openForWriting(directory, 'normal');
    keep(database, 'first');
    database.close();
    target = path.join(elsewhere, 'large.db');
    renameSync(file, target);
    symlinkSync(target, file);
  });

  test('is written where it lies, with its log beside it', () => {
    const database = openForWriting(directory, 'normal');
    keep(database, 'second');
    database.files.needInPlace();
    expect(readdirSync(elsewhere).toSorted()).toEqual([
      'large.db',
      'large.db-lock',
      'large.db-shm',
      'large.db-wal',
    ]);
    database.close();
    expect(kept()).toEqual(['first', 'second']);
    expect(readlinkSync(file)).toBe(target);
  });

  test.for([
    ['its log', () => rmSync(`${target}-wal`)],
    ['what it leads to', () => renameSync(target, `${target}.away`)],
    ['the link', () => rmSync(file)],
  ] as const)('takes nothing once %s is gone', ([, take]) => {
    const database = openForWriting(directory, 'normal');
    database.files.needInPlace();
    take();
    expect(() => database.files.needInPlace()).toThrow('moved, deleted or replaced');
    database.close();
  });

  test('the log that a killed process has left beside it is known', () => {
    writeFileSync(`${target}-wal`, 'of a process that was killed');
    const database = openForWriting(directory, 'normal');
    expect(database.hadWal).toBe(true);
    database.close();
  });

  test('is not begun anew where the link leads nowhere, and goes on once that is back', () => {
    renameSync(elsewhere, `${elsewhere}.unmounted`);
    expect(() => openForWriting(directory, 'normal')).toThrow(
      /^\S+tracedeck\.db can't be opened \(Error: it is a link to \S+large\.db, which is not there\): choose/,
    );
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    renameSync(`${elsewhere}.unmounted`, elsewhere);
    openForWriting(directory, 'normal').close();
    expect(kept()).toEqual(['first']);
  });
});

test.skipIf(process.platform === 'win32')(
  'log and shared memory that were made while the database was read-only do not keep it shut afterwards',
  () => {
    openForWriting(directory, 'normal').close();
    const parts = [`${file}-wal`, `${file}-shm`];
    for (const part of parts) writeFileSync(part, Buffer.alloc(32_768), { mode: 0o400 });
    const database = openForWriting(directory, 'normal');
    expect(parts.map((part) => statSync(part).mode & 0o777)).toEqual([0o600, 0o600]);
    database.close();
  },
);

test('a database that somebody empties while it is open takes nothing', () => {
  const database = openForWriting(directory, 'normal');
  database.files.needInPlace();
  truncateSync(file, 0);
  expect(() => database.files.needInPlace()).toThrow('moved, deleted or replaced');
  database.close();
});
