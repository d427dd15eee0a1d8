import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { app, protocol } from './electron-stand-in.ts';

/** As that of `expect.poll`, which stands in tests alone. */
const patience = { timeout: 40_000 };

/** The whole app, one for all tests of a file, with all but Electron itself, which is told what the system would tell. */
export interface OwnApp {
  /** There from the first `beforeAll` on: the home of its settings; `data` in it is that of its data, `bin` its PATH. */
  folder: string;
  /** Resolves when the page is answered. */
  start(words?: readonly string[]): Promise<void>;
}

/** It listens on free ports, and has ended when the tests have. */
export function ownApp(): OwnApp {
  const before = { argv: process.argv, env: { ...process.env } };
  const own: OwnApp = {
    folder: '',
    start: async (words = []) => {
      const data = `--data-dir=${path.join(own.folder, 'data')}`;
      const ports = ['--port=0', '--otlp-port=0', '--grpc-port=0'];
      process.argv = [process.execPath, '/sources/electron-main.js', data, ...ports, ...words];
      await import('../main.ts');
      await vi.waitUntil(() => protocol.handlers.has('app'), patience);
    },
  };
  beforeAll(() => {
    own.folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-app-'));
    const { folder } = own;
    const bin = path.join(folder, 'bin');
    Object.assign(process.env, { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, PATH: bin, CI: '1' });
  });
  afterAll(async () => {
    if (!app.hasQuit) app.quit();
    await vi.waitUntil(() => app.hasQuit, patience);
    process.argv = before.argv;
    process.env = before.env;
    rmSync(own.folder, { recursive: true, force: true });
  });
  return own;
}
