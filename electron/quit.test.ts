import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpQuit } from './quit.ts';
import { app, autoUpdater as squirrel, BrowserWindow } from './testing/electron-stand-in.ts';

// On a Mac, where the app goes on without a window.
const system = Object.getOwnPropertyDescriptor(process, 'platform')!;
beforeAll(() => void Object.defineProperty(process, 'platform', { ...system, value: 'darwin' }));
afterAll(() => void Object.defineProperty(process, 'platform', system));
const ignore = (): void => {};

test('leaving is under way while an installation closes the window, and no more where that fails then', async () => {
  const quit = setUpQuit({ log: { info: ignore, warn: ignore, error: ignore }, stop: async () => {} });
  const window = new BrowserWindow({});
  const seen: boolean[] = [];
  window.on('close', () => void seen.push(quit.isUnderWay));
  squirrel.refusal = 'it can not be replaced';
  squirrel.quitAndInstall();
  expect(window.isDestroyed()).toBe(true);
  expect([seen, quit.isUnderWay, app.hasQuit]).toEqual([[true], false, false]);

  app.quit();
  squirrel.emit('error', new Error('no network'));
  expect(quit.isUnderWay).toBe(true);
  await expect.poll(() => app.hasQuit).toBe(true);
});
