import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfigWithOrigin } from '../../collector/config.ts';
import { spanIdOf, traceIdOf } from '../../collector/testing/otlp.ts';
import { store } from '../../collector/testing/otlp-client.ts';
import { CollectorConnection } from '../collector/connection.ts';
import { Notices } from '../notices.ts';
import { DataMove } from './move.ts';
import { DesktopSettings } from './desktop-settings.ts';

// Whole collectors start and stop in each of them.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let file: string;
let connection: CollectorConnection;
let move: DataMove;
let startedAgain: number;
let said: string[];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-moving-'));
  file = path.join(folder, 'config.json');
  startedAgain = 0;
  said = [];
  const flags = { server: { port: 0 }, otel: { http: { port: 0 }, grpc: { port: 0 } } };
  writeFileSync(file, JSON.stringify({ storage: { data_dir: path.join(folder, 'old') } }));
  const { config, origin } = loadConfigWithOrigin({
    env: { XDG_CONFIG_HOME: folder },
    workingDirectory: folder,
    file,
    flags,
  });
  const ignore = (): void => {};
  const log = { info: ignore, warn: ignore, error: ignore };
  connection = new CollectorConnection({ config, origin, log, version: 'x' });
  await connection.start();
  await store(connection.target.url, 'default', { spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1) }] });
  move = new DataMove({
    connection,
    settings: new DesktopSettings({ config, origin, hasTray: false, onChange: ignore }),
    notices: new Notices((all) => void said.push(...all.map(({ text }) => text))),
    log,
    dataDirectory: config.storage.data_dir,
    flush: async () => {},
    startAgain: () => startedAgain++,
  });
});
afterEach(async () => {
  await connection.stop();
  rmSync(folder, { recursive: true, force: true });
});

const spans = async (): Promise<unknown> => {
  const health = (await (await connection.request('/api/v1/health')).json()) as {
    storage: { spans: number };
  };
  return health.storage.spans;
};

test('all data lies in the new folder, the settings say so, and the app starts again', async () => {
  const to = path.join(folder, 'new');
  await move.move(to);
  expect([startedAgain, existsSync(path.join(to, 'tracedeck.db'))]).toEqual([1, true]);
  expect(existsSync(path.join(folder, 'old', 'tracedeck.db'))).toBe(false);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ storage: { data_dir: to } });
  expect(said.join()).toContain(`Moving all data to ${to}`);
});

test('a folder that can not be is refused before anything stops', async () => {
  const full = path.join(folder, 'full');
  mkdirSync(full);
  writeFileSync(path.join(full, 'x'), '');
  await expect(move.move(full)).rejects.toThrow('is not empty');
  expect([startedAgain, await spans(), said]).toEqual([0, 1, []]);
});

test('a move that fails leaves all where it was, and receiving goes on', async () => {
  const settingsFile = readFileSync(file, 'utf8');
  // What is kept last can't be: the file has become a folder.
  rmSync(file);
  mkdirSync(path.join(file, 'x'), { recursive: true });
  await expect(move.move(path.join(folder, 'new'))).rejects.toThrow(/EISDIR|can't be read/);
  expect([startedAgain, await spans()]).toEqual([0, 1]);
  expect(settingsFile).toContain('old');
});
