import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { app, BrowserWindow, ipcMain, protocol, Tray } from './testing/electron-stand-in.ts';

// The whole app as a login of Linux starts it: before the panel with the tray is up.
let folder: string;
const patience = { timeout: 40_000 };
const before = { argv: process.argv, env: { ...process.env } };

/** What draws icons of the tray is on the session's bus, or not. */
const sayTray = (isThere: boolean): void =>
  writeFileSync(path.join(folder, 'bin', 'gdbus'), `#!/bin/sh\necho '(${isThere},)'\n`, { mode: 0o755 });

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-hidden-'));
  mkdirSync(path.join(folder, 'bin'));
  sayTray(false);
  const ports = ['--port=0', '--otlp-port=0', '--grpc-port=0'];
  process.argv = [
    process.execPath,
    '/main.js',
    `--data-dir=${path.join(folder, 'data')}`,
    ...ports,
    '--hidden',
  ];
  Object.assign(process.env, { XDG_CONFIG_HOME: folder, PATH: path.join(folder, 'bin'), CI: '1' });
});
afterAll(async () => {
  app.quit();
  await vi.waitUntil(() => app.hasQuit, patience);
  process.argv = before.argv;
  process.env = before.env;
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(process.platform === 'linux')(
  'a tray that comes up after the app gets its icon, and the app stays in it',
  { timeout: 60_000 },
  async () => {
    const ask = (channel: string): unknown =>
      ipcMain.answers.get(channel)!({ senderFrame: { url: 'app://tracedeck/', parent: null } }, undefined);
    await import('./main.ts');
    await vi.waitUntil(() => protocol.handlers.has('app'), patience);
    expect([BrowserWindow.getAllWindows(), Tray.made]).toEqual([[], []]);
    sayTray(true);
    await expect.poll(() => Tray.made.length, patience).toBe(1);
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
