import { afterEach, expect, test, vi } from 'vitest';
import { fail } from './fail.ts';
import { app, dialog } from './testing/electron-stand-in.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('a start that fails before the app is ready is said in a window, too: a broken settings file does', () => {
  vi.stubEnv('CI', undefined);
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(app.isReady()).toBe(false);
  fail(new Error('config.json is no JSON'));
  expect(written).toHaveBeenCalledWith('error: config.json is no JSON\n');
  expect(dialog.shown).toEqual(['Tracedeck cannot start']);
  expect(app.exitCode).toBe(1);
});
