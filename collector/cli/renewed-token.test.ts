import { expect, test } from 'vitest';
import { TokenRegistry } from '../auth/registry.ts';
import { testFolder } from '../testing/test-folder.ts';
import { RenewedToken } from './renewed-token.ts';

test('a token is made anew before it ends, the one before it stays good until then, and none is left', () => {
  const folder = testFolder();
  const names = (): number => new TokenRegistry(folder).list().length;
  let now = 0;
  const tokens = new RenewedToken(folder, 'run', () => now);
  const first = tokens.current();
  now = 29 * 60_000;
  expect([tokens.current(), names()]).toEqual([first, 1]);
  now = 31 * 60_000;
  const second = tokens.current();
  expect([second === first, names()]).toEqual([false, 2]);
  now = 62 * 60_000;
  expect([first, second]).not.toContain(tokens.current());
  expect(names()).toBe(2);
  tokens.revoke();
  expect(names()).toBe(0);
});
