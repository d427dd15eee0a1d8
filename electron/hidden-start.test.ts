import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BrowserWindow, ipcMain, Tray } from './testing/electron-stand-in.ts';
import { ownApp } from './testing/own-app.ts';

// A login of Linux starts the app before the panel with the tray is up.
const own = ownApp();

/** What draws icons of the tray is on the session's bus, or not. */
const sayTray = (isThere: boolean): void =>
  writeFileSync(path.join(own.folder, 'bin', 'gdbus'), `#!/bin/sh\necho '(${isThere},)'\n`, { mode: 0o755 });

test.runIf(process.platform === 'linux')(
  'a tray that comes up after the app gets its icon, and the app stays in it',
  async () => {
    const ask = (channel: string): unknown =>
      ipcMain.answers.get(channel)!({ senderFrame: { url: 'app://tracedeck/', parent: null } }, undefined);
    mkdirSync(path.join(own.folder, 'bin'));
    sayTray(false);
    await own.start(['--hidden']);
    expect([BrowserWindow.getAllWindows(), Tray.made]).toEqual([[], []]);
    sayTray(true);
    await expect.poll(() => Tray.made.length).toBe(1);
    expect([BrowserWindow.getAllWindows(), ask('settings')]).toEqual([
      [],
      expect.objectContaining({ has_tray: true }),
    ]);
    Tray.made[0]?.emit('click');
    const [window] = BrowserWindow.getAllWindows();
    await expect.poll(() => window?.isShown).toBe(true);
    window?.close();
    expect([window?.isDestroyed(), window?.isShown]).toEqual([false, false]);
  },
);
