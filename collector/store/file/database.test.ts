import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { databaseFile } from '../../lib/database-file.ts';
import { openBesideCollector, openForReading, openForWriting } from './database.ts';
import { testFolder } from '../../testing/test-folder.ts';

const SQLITE = createRequire(import.meta.url).resolve('better-sqlite3');

let directory: string;

beforeEach(() => {
  directory = testFolder();
});

const schemaOf = (database: Database.Database): unknown[] =>
  database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();

describe('migration', () => {
  test('makes the schema of a fresh directory, which may not be there yet', () => {
    const fresh = path.join(directory, 'not', 'there');
    const database = openForWriting(fresh, 'normal');
    expect(database.pragma('user_version', { simple: true })).toBe(migrations().length);
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    expect(tables).toEqual(expect.arrayContaining(['projects', 'sessions', 'traces', 'spans', 'chunks']));
    database.close();
    expect(statSync(fresh).mode & 0o777).toBe(0o700);
  });

  test('leaves a database that is up to date as it is, with its rows', () => {
    const first = openForWriting(directory, 'normal');
    first.exec("INSERT INTO projects (project_id) VALUES ('kept')");
    const schema = schemaOf(first);
    first.close();
    const second = openForWriting(directory, 'normal');
    expect(schemaOf(second)).toEqual(schema);
    expect(second.prepare('SELECT project_id FROM projects').pluck().all()).toEqual(['kept']);
    second.close();
  });

  test('refuses a file of a newer version in one line and leaves it alone', () => {
    const newer = openForWriting(directory, 'normal');
    newer.pragma('user_version = 9999');
    newer.close();
    for (let i = 0; i < 2; i++)
      expect(() => openForWriting(directory, 'normal')).toThrow(
        /^the database .*tracedeck\.db was written by a newer version of Tracedeck \(format 9999, this one knows \d+\) and is left alone: [^\n]+--data-dir$/,
      );
    const file = new Database(databaseFile(directory));
    expect(file.pragma('user_version', { simple: true })).toBe(9999);
    file.close();
  });

  test('leaves the file of another program alone', () => {
    const theirs = new Database(databaseFile(directory));
    theirs.exec('CREATE TABLE places (url TEXT)');
    theirs.close();
    const before = readFileSync(databaseFile(directory));
    expect(() => openForWriting(directory, 'normal')).toThrow(
      /^the database \S+tracedeck\.db belongs to another program \(it has a table places\) and is left alone: move it elsewhere or choose another --data-dir$/,
    );
    expect(readFileSync(databaseFile(directory)).equals(before)).toBe(true);
    expect(readdirSync(directory).toSorted()).toEqual(['lock.db', 'tracedeck.db']);
  });

  test.for([
    ['empty', (file: string) => writeFileSync(file, '')],
    ['gone', (file: string) => rmSync(file)],
  ] as const)('sets the log of a file that is %s aside', ([, lose]) => {
    const file = databaseFile(directory);
    const first = openForWriting(directory, 'normal');
    first.exec("INSERT INTO projects (project_id) VALUES ('kept')");
    // As after a kill: whoever closes a database moves what the log holds into it.
    const log = readFileSync(`${file}-wal`);
    first.close();
    writeFileSync(`${file}-wal`, log, { mode: 0o644 });
    lose(file);
    const second = openForWriting(directory, 'normal');
    expect(second.prepare('SELECT COUNT(*) FROM projects').pluck().get()).toBe(0);
    second.close();
    const aside = readdirSync(directory).filter((name) => /^tracedeck-damaged-.*\.db-wal$/.test(name));
    expect(aside).toHaveLength(1);
    expect(readFileSync(path.join(directory, aside[0]!)).equals(log)).toBe(true);
    expect(statSync(path.join(directory, aside[0]!)).mode & 0o777).toBe(0o600);
  });

  test('migrations are numbered without a gap', () => {
    expect(migrations().map((name) => Number(name.slice(0, 4)))).toEqual(migrations().map((_, i) => i + 1));
  });
});

const migrations = (): string[] =>
  readdirSync(new URL('./migrations/', import.meta.url))
    .filter((name) => name.endsWith('.sql'))
    .sort();

/** Has another thread take the directory, which lets go of it soon and does this before. Resolves when it is taken. */
async function holdForAMoment(before = ''): Promise<{ readonly ended: Promise<unknown> }> {
  const thread = new Worker(
    `const { parentPort, workerData: { sqlite, file, lockFile } } = require('node:worker_threads');
    const Database = require(sqlite);
    const lock = new Database(lockFile);
    lock.exec('BEGIN EXCLUSIVE');
    parentPort.postMessage('held');
    setTimeout(() => { ${before}; lock.close(); }, 300);`,
    {
      eval: true,
      workerData: {
        sqlite: SQLITE,
        file: databaseFile(directory),
        lockFile: path.join(directory, 'lock.db'),
      },
    },
  );
  const ended = once(thread, 'exit');
  await once(thread, 'message');
  return { ended };
}

describe('opened to read beside whoever uses the directory', () => {
  beforeEach(() => openForWriting(directory, 'normal').close());

  /** While another has the directory. */
  function readBeside(format: (newest: number) => number): Database.Database {
    const other = openForWriting(directory, 'normal');
    try {
      other.pragma(`user_version = ${format(other.pragma('user_version', { simple: true }) as number)}`);
      return openBesideCollector(directory);
    } finally {
      other.close();
    }
  }

  test('a database of this version is', () => {
    const database = readBeside((newest) => newest);
    expect(database.readonly).toBe(true);
    database.close();
  });

  test('one of an older version that nobody brings up to this one is refused in one line', () => {
    expect(() => readBeside((newest) => newest - 1)).toThrow(
      /^another Tracedeck is using the data directory [^\n]+ and has not brought its database up to this version: [^\n]+$/,
    );
  });

  test('one of a newer version is refused in one line', () => {
    expect(() => readBeside((newest) => newest + 1)).toThrow(/^the database [^\n]+ was written by a newer/);
  });

  test('one that another has just begun to bring up to it is waited for', async () => {
    const database = new Database(databaseFile(directory));
    const newest = database.pragma('user_version', { simple: true }) as number;
    database.pragma(`user_version = ${newest - 1}`);
    database.close();
    const { ended } = await holdForAMoment(`new Database(file).pragma('user_version = ${newest}')`);
    const beside = openBesideCollector(directory);
    expect(beside.pragma('user_version', { simple: true })).toBe(newest);
    beside.close();
    await ended;
  });
});

describe('the lock', () => {
  const inUse =
    /^another Tracedeck is using the data directory [^\n]+: stop it or choose another with --data-dir$/;

  test('lets one write at a time, and the next when the first has closed', () => {
    const first = openForWriting(directory, 'normal');
    expect(() => openForWriting(directory, 'normal')).toThrow(inUse);
    expect(() => openForWriting(directory, 'full')).toThrow(inUse);
    first.close();
    openForWriting(directory, 'normal').close();
  });

  test('that another has for a moment only is waited for', async () => {
    const { ended } = await holdForAMoment();
    expect(() => openForWriting(directory, 'normal', 0)).toThrow(inUse);
    openForWriting(directory, 'normal').close();
    await ended;
  });

  test('is free again after an opening that failed', () => {
    const file = databaseFile(directory);
    writeFileSync(file, 'this is no database, but long enough to be read as a header '.repeat(4));
    expect(() => openForWriting(directory, 'normal')).toThrow(
      /^it can't be opened: the database is damaged \([^\n]+tracedeck\.db\): [^\n]+tracedeck doctor --repair/,
    );
    rmSync(file);
    mkdirSync(file);
    expect(() => openForWriting(directory, 'normal')).toThrow(
      /^[^\n]+tracedeck\.db can't be opened [^\n]+ --data-dir$/,
    );
    rmSync(file, { recursive: true });
    openForWriting(directory, 'normal').close();
  });

  test('does not keep readers out', () => {
    const writing = openForWriting(directory, 'normal');
    const reading = openForReading(directory);
    writing.exec("INSERT INTO projects (project_id) VALUES ('seen')");
    expect(reading.prepare('SELECT project_id FROM projects').pluck().all()).toEqual(['seen']);
    reading.close();
    writing.close();
  });
});

test('a directory that cannot be made is refused in one line', () => {
  const file = path.join(directory, 'file');
  writeFileSync(file, '');
  expect(() => openForWriting(path.join(file, 'inside'), 'normal')).toThrow(
    /^the data directory .*inside can't be written \(ENOTDIR\): choose another with --data-dir$/,
  );
  const inTheWay = path.join(directory, 'in-the-way');
  mkdirSync(path.join(inTheWay, 'lock.db'), { recursive: true });
  expect(() => openForWriting(inTheWay, 'normal')).toThrow(/^the data directory .* can't be written \(\w+\)/);
});

describe.skipIf(process.platform === 'win32')('what a data directory holds that others may look into', () => {
  const modes = (): Record<string, number> =>
    Object.fromEntries(
      readdirSync(directory)
        .toSorted()
        .map((name) => [name, statSync(path.join(directory, name)).mode & 0o777]),
    );
  const ownerOnly = {
    'lock.db': 0o600,
    'tracedeck.db': 0o600,
    'tracedeck.db-shm': 0o600,
    'tracedeck.db-wal': 0o600,
  };
  beforeEach(() => chmodSync(directory, 0o755));

  test.for(['normal', 'full'] as const)('is for its owner alone: %s', (synchronous) => {
    const database = openForWriting(directory, synchronous);
    expect(modes()).toEqual(ownerOnly);
    database.close();
  });

  test('is taken from all others where an earlier version left it to them', () => {
    const database = openForWriting(directory, 'normal');
    const reading = openForReading(directory);
    database.exec("INSERT INTO projects (project_id) VALUES ('kept')");
    const log = readFileSync(`${databaseFile(directory)}-wal`);
    reading.close();
    database.close();
    writeFileSync(`${databaseFile(directory)}-wal`, log);
    for (const name of readdirSync(directory)) chmodSync(path.join(directory, name), 0o644);
    const again = openForWriting(directory, 'normal');
    expect(modes()).toEqual(ownerOnly);
    expect(again.prepare('SELECT project_id FROM projects').pluck().all()).toEqual(['kept']);
    again.close();
  });

  test('stays as it is where it belongs to another program', () => {
    const theirs = new Database(databaseFile(directory));
    theirs.exec('CREATE TABLE places (url TEXT)');
    theirs.close();
    chmodSync(databaseFile(directory), 0o644);
    expect(() => openForWriting(directory, 'normal')).toThrow('belongs to another program');
    expect(modes()).toMatchObject({ 'tracedeck.db': 0o644 });
  });
});

test('a reading connection cannot write', () => {
  openForWriting(directory, 'normal').close();
  const database = openForReading(directory);
  expect(() => database.exec("INSERT INTO projects (project_id) VALUES ('x')")).toThrow(/readonly|read-only/);
  database.close();
});

test('a commit is in the file when it returns, as the settings say', () => {
  for (const [setting, level] of [
    ['normal', 1],
    ['full', 2],
  ] as const) {
    const database = openForWriting(directory, setting);
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(database.pragma('synchronous', { simple: true })).toBe(level);
    database.close();
  }
});
