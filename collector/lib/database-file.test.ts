import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { needDatabaseIn } from './database-file.ts';
import { testFolder } from '../testing/test-folder.ts';

test.skipIf(process.platform === 'win32')('a directory that can not be read is no empty one', () => {
  const folder = testFolder();
  expect(() => needDatabaseIn(folder)).toThrow(`there is no database in ${folder}`);
  // Unlike a mode, it stops the system's administrator as well.
  const loop = path.join(folder, 'loop');
  symlinkSync(loop, loop);
  expect(() => needDatabaseIn(loop)).toThrow(
    `the data directory ${loop} can't be read (ELOOP): choose another`,
  );
});
