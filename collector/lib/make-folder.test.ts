import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'make-folder-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

test('makes all that is missing, and leaves what is there', () => {
  const folder = join(parent, 'a/b/c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test('says why it cannot', () => {
  writeFileSync(join(parent, 'file'), '');
  expect(() => makeFolder(join(parent, 'file/a'))).toThrow('ENOTDIR');
});

test.runIf(process.platform === 'linux')('comes back where nothing can be made', () => {
  expect(() => makeFolder('/proc/tracedeck/data')).toThrow('ENOENT');
});
