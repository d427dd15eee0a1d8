import { createRequire } from 'node:module';
import type { AppUpdater } from 'electron-updater';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setUpQuit } from '../quit.ts';
import * as electron from '../testing/electron-stand-in.ts';
import { onWindowClose } from '../window/on-close.ts';
import { openFeed } from './feed.ts';
import { Updater } from './updater.ts';

// electron-updater itself, as on a Mac; what it downloads with is all that is not there.
const { app, autoUpdater: squirrel, BrowserWindow } = electron;
const load = createRequire(import.meta.url);
const electronFile = load.resolve('electron');
const system = Object.getOwnPropertyDescriptor(process, 'platform')!;
const ignore = (): void => {};
const log = { info: ignore, warn: ignore, error: ignore };
let updater: Updater;
let mac: AppUpdater;
let quit: { readonly isUnderWay: boolean };

beforeAll(() => {
  load.cache[electronFile] = { exports: electron } as unknown as NodeJS.Module;
  Object.defineProperty(process, 'platform', { ...system, value: 'darwin' });
  mac = (load('electron-updater') as { autoUpdater: AppUpdater }).autoUpdater;
  vi.spyOn(mac, 'checkForUpdates').mockImplementation(
    async () => ({ isUpdateAvailable: true, updateInfo: { version: '2.0.0' } }) as never,
  );
  // The end of MacUpdater.updateDownloaded.
  vi.spyOn(mac, 'downloadUpdate').mockImplementation(async () => {
    if (mac.autoInstallOnAppQuit) squirrel.checkForUpdates();
    return [];
  });
  quit = setUpQuit({ log, stop: async () => void (await updater.installAtQuit()) });
});
afterAll(() => {
  Object.defineProperty(process, 'platform', system);
  delete load.cache[electronFile];
});

/** A window that closes to the tray, or on a Mac to the dock. */
function openWindow(): electron.BrowserWindow {
  const window = new BrowserWindow({});
  window.on('close', (event: { preventDefault(): void }) => {
    const facts = {
      quitting: quit.isUnderWay,
      closeToTray: true,
      hasTray: true,
      platform: 'darwin',
    } as const;
    if (onWindowClose(facts) === 'hide') event.preventDefault();
  });
  return window;
}

async function download({ consent }: { readonly consent: boolean }): Promise<void> {
  mac.removeAllListeners('error');
  squirrel.fetched = 0;
  updater = new Updater({
    feed: (onError) =>
      openFeed(
        { log, consent: () => consent, platform: 'darwin', startAgain: ignore, onRenamed: ignore },
        onError,
      ),
    unsupported: null,
    consent: () => consent,
    log,
    onState: ignore,
  });
  await updater.look();
  await expect.poll(() => updater.state.phase).toBe('ready');
}

test('with consent Squirrel has what was downloaded before the app ends, which it waits for; without, not before it is asked for', async () => {
  await download({ consent: true });
  expect([squirrel.fetched, await updater.installAtQuit(), squirrel.installed]).toEqual([1, true, 0]);
  await download({ consent: false });
  expect([squirrel.fetched, await updater.installAtQuit()]).toEqual([0, false]);
});

test('an installation that fails ends no app with a later download', async () => {
  const listeners = squirrel.listenerCount('update-downloaded');
  for (let attempt = 0; attempt < 2; attempt++) {
    await download({ consent: false });
    await updater.install();
    squirrel.emit('error', new Error('the signature is of somebody else'));
    expect(updater.state.phase).toBe('failed');
    expect(squirrel.listenerCount('update-downloaded')).toBe(listeners);
  }
  await download({ consent: true });
  squirrel.emit('update-downloaded');
  expect([squirrel.installed, updater.state.phase]).toEqual([0, 'ready']);
  // Private to MacUpdater, and one for the whole process.
  Object.assign(mac, { squirrelDownloadedUpdate: false });
});

test('an installation closes the window that otherwise hides, and ends the app', async () => {
  const window = openWindow();
  window.close();
  expect(window.isDestroyed()).toBe(false);
  await download({ consent: false });
  await updater.install();
  await updater.advance();
  expect(squirrel.fetched).toBe(1);
  squirrel.emit('update-downloaded');
  expect(window.isDestroyed()).toBe(true);
  expect(squirrel.installed).toBe(1);
  await expect.poll(() => app.hasQuit).toBe(true);
});

test('what Squirrel refuses after the download is said', async () => {
  await download({ consent: true });
  squirrel.emit('error', new Error('the signature is of somebody else'));
  expect(updater.state).toMatchObject({
    phase: 'failed',
    detail: 'Tracedeck 2.0.0 could not be installed: the signature is of somebody else',
  });
});
