import { userInfo } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { folderOf, userHome } from './user-folders.ts';

afterEach(() => void vi.unstubAllEnvs());

test.skipIf(process.platform === 'win32')('the home is what HOME says, where that is a whole path', () => {
  vi.stubEnv('HOME', '/somewhere');
  expect(userHome()).toBe('/somewhere');
  for (const none of ['', 'relative', '~']) {
    vi.stubEnv('HOME', none);
    expect(userHome()).toBe(userInfo().homedir);
  }
});

test('a folder is a whole path', () => {
  expect(['/a/b', '', 'a', './a', undefined].map(folderOf)).toEqual(['/a/b', null, null, null, null]);
});
