import { afterEach, expect, test } from 'vitest';
import { setUpUncaughtErrors } from '../crash/main-errors.ts';
import type { LogFile } from '../crash/log-file.ts';
import { app, dialog } from '../testing/electron-stand-in.ts';
import { startAgainAfterEnd } from './restart.ts';

const before = { argv: process.argv, env: process.env };
const heard = process.listeners('uncaughtException');
afterEach(() => {
  process.argv = before.argv;
  process.env = before.env;
  app.relaunched = [];
  app.isPackaged = false;
});
const ignore = (): void => {};
const log = { info: ignore, warn: ignore, error: ignore };
const argv = ['/electron', '/main.js', '--port', '1', '--hidden', 'a.jsonl'];

test('the app starts again with its flags and without what it opened', () => {
  process.argv = argv;
  startAgainAfterEnd(log);
  expect(app.relaunched).toEqual([{ args: ['/main.js', '--port', '1', '--own-settings'] }]);
});

test('an AppImage is started by its file, since what Electron would start goes with its mount', () => {
  process.argv = ['/tmp/.mount/tracedeck', '--port', '1'];
  process.env = { ...before.env, APPIMAGE: '/bin/true' };
  delete process.env['APPDIR'];
  app.isPackaged = true;
  startAgainAfterEnd(log);
  expect(app.relaunched).toEqual([]);
});

test('so it does after a storm of errors, where that is asked for', async () => {
  await app.whenReady();
  process.argv = argv;
  process.env = {};
  dialog.pressed = 0;
  const file = { folder: '/logs', write: ignore } as unknown as LogFile;
  setUpUncaughtErrors(log, file);
  const ours = process.listeners('uncaughtException').find((listener) => !heard.includes(listener))!;
  for (let n = 0; app.exitCode === null && n < 1000; n++) ours(new Error('again'), 'uncaughtException');
  expect(app.exitCode).toBe(1);
  expect(app.relaunched).toEqual([{ args: ['/main.js', '--port', '1', '--own-settings'] }]);
});
