import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setUpQuit } from '../quit.ts';
import * as electron from '../testing/electron-stand-in.ts';
import { openFeed } from './feed.ts';
import { Updater } from './updater.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';

// electron-updater itself, as in an AppImage, which is a script here; what it downloads with is all that is not there.
const { app, autoUpdater: squirrel } = electron;
const load = createRequire(import.meta.url);
const electronFile = load.resolve('electron');
const before = { env: process.env, platform: Object.getOwnPropertyDescriptor(process, 'platform')! };
const ignore = (): void => {};
const log = { info: ignore, warn: ignore, error: ignore };
let folder: string;
let updater: Updater;
/** The file that was to be started after the end, each time that it was asked for. */
let asked: (string | undefined)[];
/** What it was called, each time that its name had changed. */
let renamed: (string | undefined)[];

setUpQuit({ log, stop: async () => void (await updater.installAtQuit()) });
beforeEach(() => {
  folder = testFolder();
  mkdirSync(path.join(folder, 'cache'));
  asked = [];
  renamed = [];
  app.hasQuit = false;
  load.cache[electronFile] = { exports: electron } as unknown as NodeJS.Module;
  Object.defineProperty(process, 'platform', { ...before.platform, value: 'linux' });
  process.env = { ...before.env };
});
afterEach(() => {
  process.env = before.env;
  Object.defineProperty(process, 'platform', before.platform);
  delete load.cache[electronFile];
  squirrel.removeAllListeners('before-quit-for-update');
});

const started = (): string =>
  existsSync(path.join(folder, 'started')) ? readFileSync(path.join(folder, 'started'), 'utf8') : '';

/** A script that writes down how it was started. */
function writeImage(name: string, canMount = true): string {
  const file = path.join(folder, name);
  const mount = canMount ? '' : `[ -n "$APPIMAGE_EXTRACT_AND_RUN" ] || exit 127\n`;
  writeFileSync(
    file,
    `#!/bin/sh\n${mount}echo "$0 \${APPIMAGE_EXIT_AFTER_INSTALL:-false}" >> '${folder}/started'\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

/** Makes the app run from `image`, and a newer one ready. */
async function download(image: string, canMount = true): Promise<void> {
  process.env['APPIMAGE'] = image;
  const { autoUpdater } = load('electron-updater') as { autoUpdater: AppUpdater };
  // One for the whole process, which no test ends.
  autoUpdater.removeAllListeners();
  Object.assign(autoUpdater, { quitAndInstallCalled: false });
  vi.spyOn(autoUpdater, 'checkForUpdates').mockImplementation(
    async () => ({ isUpdateAvailable: true, updateInfo: { version: '2.0.0' } }) as never,
  );
  vi.spyOn(autoUpdater, 'downloadUpdate').mockImplementation(async () => {
    const file = writeImage('cache/Tracedeck-2.0.0.AppImage', canMount);
    Object.assign(autoUpdater, { downloadedUpdateHelper: { file, downloadedFileInfo: {} } });
    return [];
  });
  const startAgain = (): void => void asked.push(process.env['APPIMAGE']);
  const onRenamed = (): void => void renamed.push(process.env['APPIMAGE']);
  updater = new Updater({
    feed: (onError) =>
      openFeed({ log, consent: () => true, platform: 'linux', startAgain, onRenamed }, onError),
    unsupported: null,
    consent: () => true,
    log,
    onState: ignore,
  });
  await updater.look();
  await expect.poll(() => updater.state.phase).toBe('ready');
}

describe.skipIf(process.platform === 'win32')('a new AppImage', () => {
  test('is put in the place of the old one, and starts when the app has ended and not beside it', async () => {
    const image = writeImage('Tracedeck.AppImage');
    await download(image);
    await updater.install();
    await expect.poll(() => app.hasQuit).toBe(true);
    expect(started()).toBe(`${image} true\n`);
    expect([asked, renamed]).toEqual([[image], []]);
  });

  test('starts by the name that it was given, where that tells a version', async () => {
    await download(writeImage('Tracedeck-1.0.0.AppImage'));
    await updater.install();
    await expect.poll(() => app.hasQuit).toBe(true);
    const image = path.join(folder, 'Tracedeck-2.0.0.AppImage');
    expect([asked, renamed]).toEqual([[image], [image]]);
  });

  test('is unpacked as the old one was, where none can be mounted', async () => {
    process.env['APPDIR'] = '/tmp/appimage_extracted_0f';
    const image = writeImage('Tracedeck.AppImage');
    await download(image, false);
    await updater.install();
    expect(updater.state.phase).toBe('installing');
    await expect.poll(() => app.hasQuit).toBe(true);
    expect([started(), asked]).toEqual([`${image} true\n`, [image]]);
  });

  test('does not start where it could not be installed, nor where the app was only to end', async () => {
    const image = path.join(folder, 'Tracedeck.AppImage');
    await download(image);
    await updater.install();
    expect(updater.state.phase).toBe('failed');
    expect([app.hasQuit, asked]).toEqual([false, []]);
    writeImage('Tracedeck.AppImage');
    await updater.look();
    await expect.poll(() => updater.state.phase).toBe('ready');
    expect(await updater.installAtQuit()).toBe(true);
    await expect.poll(() => app.hasQuit).toBe(true);
    expect([started(), asked]).toEqual([`${image} true\n`, []]);
  });
});
