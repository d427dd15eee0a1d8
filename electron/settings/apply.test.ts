import { expect, test } from 'vitest';
import { app } from '../testing/electron-stand-in.ts';
import { wasStartedAtLogin } from './apply.ts';

test('a Mac says itself that it started the app at login; elsewhere an argument does', () => {
  expect(wasStartedAtLogin(true, 'darwin')).toBe(false);
  app.wasOpenedAtLogin = true;
  expect(wasStartedAtLogin(true, 'darwin')).toBe(true);
  expect(wasStartedAtLogin(false, 'darwin')).toBe(false);
  expect(wasStartedAtLogin(true, 'win32')).toBe(false);
});
