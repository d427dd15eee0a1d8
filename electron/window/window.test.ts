import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BrowserWindow } from '../testing/electron-stand-in.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';
import { PageLife } from './page-life.ts';
import { MainWindow } from './window.ts';

const system = Object.getOwnPropertyDescriptor(process, 'platform')!;
const ignore = (): void => {};
let folder: string;
let onClose: 'hide' | 'close';
let main: MainWindow;
let window: BrowserWindow;
beforeEach(async () => {
  Object.defineProperty(process, 'platform', { ...system, value: 'darwin' });
  folder = testFolder();
  onClose = 'hide';
  main = new MainWindow({
    log: { info: ignore, warn: ignore, error: ignore },
    stateFile: path.join(folder, 'window-state.json'),
    life: new PageLife(),
    onClose: () => onClose,
    onFocus: ignore,
  });
  main.show();
  await turn();
  window = BrowserWindow.getAllWindows()[0]!;
});
afterEach(() => {
  onClose = 'close';
  window.close();
  Object.defineProperty(process, 'platform', system);
});
/** After whatever full screen takes. */
const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 3; turns++) await turn();
};

test('a window that is closed to the tray is hidden', () => {
  expect(window.isShown).toBe(true);
  window.close();
  expect(window.isShown).toBe(false);
});

test('one in full screen leaves that first: on a Mac the screen would stay black', async () => {
  window.isFull = true;
  window.close();
  window.close();
  expect([window.isShown, window.isFull]).toEqual([true, true]);
  await settled();
  expect([window.isShown, window.isFull]).toEqual([false, false]);
  main.show();
  window.setFullScreen(true);
  await settled();
  window.setFullScreen(false);
  await settled();
  expect(window.isShown).toBe(true);
});

test('whoever asks for it meanwhile has it', async () => {
  window.isFull = true;
  window.close();
  main.show();
  await settled();
  expect(window.isShown).toBe(true);
});

test('the end of the app is not held up by it', async () => {
  window.isFull = true;
  window.close();
  onClose = 'close';
  window.close();
  expect(window.isDestroyed()).toBe(true);
  await settled();
  expect(main.window).toBeNull();
});
