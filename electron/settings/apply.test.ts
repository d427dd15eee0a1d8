import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { app } from '../testing/electron-stand-in.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';
import { renewStartAtLogin, wasStartedAtLogin } from './apply.ts';
import { autostartEntry } from './login-item.ts';

test('a Mac says itself that it started the app at login; elsewhere an argument does', () => {
  expect(wasStartedAtLogin(true, 'darwin')).toBe(false);
  app.wasOpenedAtLogin = true;
  expect(wasStartedAtLogin(true, 'darwin')).toBe(true);
  expect(wasStartedAtLogin(false, 'darwin')).toBe(false);
  expect(wasStartedAtLogin(true, 'win32')).toBe(false);
});

describe.runIf(process.platform === 'linux')('an AppImage with another name than at the last start', () => {
  const ignore = (): void => {};
  const log = { info: ignore, warn: ignore, error: ignore };
  const before = autostartEntry('/a/Tracedeck-1.0.0.AppImage', ['--hidden']);
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = testFolder();
    file = path.join(folder, 'autostart', 'tracedeck.desktop');
    mkdirSync(path.dirname(file));
    writeFileSync(file, before);
    vi.stubEnv('XDG_CONFIG_HOME', folder);
    vi.stubEnv('APPIMAGE', '/a/Tracedeck-2.0.0.AppImage');
    vi.stubEnv('APPDIR', '');
    app.isPackaged = true;
  });
  afterEach(() => {
    app.isPackaged = false;
    vi.unstubAllEnvs();
  });

  test('is what starts at login from now on', () => {
    renewStartAtLogin(true, log);
    expect(readFileSync(file, 'utf8')).toBe(autostartEntry('/a/Tracedeck-2.0.0.AppImage', ['--hidden']));
  });

  test('takes the place of no entry that the settings know nothing of, nor where the app runs from its sources', () => {
    renewStartAtLogin(false, log);
    app.isPackaged = false;
    renewStartAtLogin(true, log);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});
