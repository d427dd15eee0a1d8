import { expect, test, vi } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import { openForWriting } from './database.ts';

let code = '';
vi.mock('./empty-database.ts', () => ({
  copyEmptyDatabase: () => {
    throw Object.assign(new Error(`${code}: it can't be written`), { code });
  },
}));

test('a first start asks for some space where the disk has none for the empty database, and for another folder elsewhere', () => {
  for (code of ['ENOSPC', 'EDQUOT'])
    expect(() => openForWriting(testFolder(), 'normal')).toThrow(
      /^it can't be opened: disk full \(\S+tracedeck\.db\): free some space$/,
    );
  code = 'EROFS';
  expect(() => openForWriting(testFolder(), 'normal')).toThrow(/: choose another folder with --data-dir$/);
});
