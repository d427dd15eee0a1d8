import { beforeEach, expect, test } from 'vitest';
import { app, BrowserWindow, dialog } from '../testing/electron-stand-in.ts';
import { PageLife } from '../window/page-life.ts';
import { watchPage } from './page-watch.ts';

const ignore = (): void => {};
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
let window: BrowserWindow;
let life: PageLife;
let errors: string[];
beforeEach(() => {
  dialog.shown = [];
  dialog.isEscaped = false;
  errors = [];
  life = new PageLife();
  window = new BrowserWindow({});
  window.webContents.on('did-start-navigation', () => life.begin());
  window.webContents.on('did-navigate', () => life.arrive());
  const log = { info: ignore, warn: ignore, error: (text: string) => void errors.push(text) };
  watchPage(window as never, life, log);
});

test('a page that hangs is ended and loaded again, once, and the new one keeps what it asks for', async () => {
  const old = life.signal;
  window.emit('unresponsive');
  await settled();
  expect([dialog.shown, window.webContents.reloads, errors]).toEqual([['The window does not answer'], 1, []]);
  expect([old.aborted, life.signal.aborted]).toEqual([true, false]);
  window.webContents.crash();
  await settled();
  expect(dialog.shown).toHaveLength(2);
});

test('a page that crashed is loaded again, and so is one that crashed while it was asked what to do about its hanging', async () => {
  const old = life.signal;
  window.webContents.crash();
  expect(old.aborted).toBe(true);
  await settled();
  window.emit('unresponsive');
  window.webContents.crash();
  await settled();
  window.webContents.crash();
  await settled();
  const [crash, hang] = ['The window stopped working', 'The window does not answer'];
  expect([dialog.shown, window.webContents.reloads]).toEqual([[crash, hang, crash], 3]);
});

test('the Escape key ends nothing, and waits for no page that is gone', async () => {
  dialog.isEscaped = true;
  window.emit('unresponsive');
  window.webContents.crash();
  await settled();
  window.webContents.crash();
  await settled();
  expect([window.webContents.reloads, app.hasQuit]).toEqual([2, false]);
});
