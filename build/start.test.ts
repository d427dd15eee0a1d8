import { expect, test } from 'vitest';
import { callersFolder } from './tasks/start.ts';

test('npm start means names from where it was called, and no other script does', () => {
  const env = { INIT_CWD: '/project/sub' };
  expect(callersFolder({ ...env, npm_lifecycle_event: 'start' })).toBe('/project/sub');
  expect(callersFolder({ ...env, npm_lifecycle_event: 'test' })).toBeUndefined();
  expect(callersFolder({})).toBeUndefined();
});
