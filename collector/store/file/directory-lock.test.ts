import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { DirectoryInUseError } from '../../lib/directory-errors.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { openForWriting } from './database.ts';
import { lockDirectory } from './directory-lock.ts';

let folder: string;
beforeEach(() => void (folder = testFolder()));

/** A directory whose database is a link. */
function linkedTo(file: string, name: string): string {
  const directory = path.join(folder, name);
  makeFolder(directory);
  symlinkSync(file, path.join(directory, 'tracedeck.db'));
  return directory;
}

function isFree(directory: string): boolean {
  try {
    lockDirectory(directory, 0).close();
    return true;
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    return false;
  }
}

test('of two directories with one database, by a link, one is used at a time', () => {
  const own = path.join(folder, 'own');
  const linked = linkedTo(path.join(own, 'tracedeck.db'), 'linked');
  const both = (): boolean[] => [isFree(own), isFree(linked)];
  openForWriting(own, 'normal').close();
  for (const directory of [own, linked]) {
    const database = openForWriting(directory, 'normal');
    onTestFinished(() => void database.close());
    expect(both()).toEqual([false, false]);
    database.close();
    expect(both()).toEqual([true, true]);
  }
});

test('two links to one file are one database, and one to a file beside it is another', () => {
  for (const name of ['a.db', 'b.db']) writeFileSync(path.join(folder, name), '');
  const first = linkedTo(path.join(folder, 'a.db'), 'first');
  const again = linkedTo(path.join(folder, 'a.db'), 'again');
  const other = linkedTo(path.join(folder, 'b.db'), 'other');
  const lock = lockDirectory(first);
  expect([isFree(again), isFree(other)]).toEqual([false, true]);
  lock.close();
  expect(isFree(again)).toBe(true);
});

test.for([
  ['no database', Buffer.alloc(100, 'x')],
  ['zeros', Buffer.alloc(4096)],
  ['a damaged database', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4080, 7)])],
] as const)('a lock file that holds %s locks all the same', ([, content]) => {
  const file = path.join(folder, 'lock.db');
  writeFileSync(file, content);
  const lock = lockDirectory(folder, 0);
  expect(isFree(folder)).toBe(false);
  lock.close();
  expect(isFree(folder)).toBe(true);
});

test('one that is taken is not emptied, whatever was written into it', () => {
  const lock = lockDirectory(folder);
  onTestFinished(() => lock.close());
  writeFileSync(path.join(folder, 'lock.db'), 'x'.repeat(100), { flag: 'r+' });
  expect(isFree(folder)).toBe(false);
});

test('one that is a link to something else is named, and that is left alone', () => {
  const other = path.join(folder, 'letter');
  writeFileSync(other, 'dear friend, '.repeat(100));
  symlinkSync(other, path.join(folder, 'lock.db'));
  expect(() => lockDirectory(folder)).toThrow(/lock\.db is no lock \(SQLITE_NOTADB\)/);
  expect(readFileSync(other, 'utf8')).toBe('dear friend, '.repeat(100));
});
