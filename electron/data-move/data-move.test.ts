import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../collector/config/config.ts';
import type { Health } from '../../collector/contract/health.ts';
import { DirectoryInUseError } from '../../collector/lib/directory-errors.ts';
import { lockDirectory } from '../../collector/store/file/directory-lock.ts';
import { holdCommits } from '../../collector/testing/hold-commits.ts';
import { spanIdOf, traceIdOf } from '../../collector/testing/otlp.ts';
import { store } from '../../collector/testing/otlp-client.ts';
import { CollectorConnection } from '../collector/connection.ts';
import { Notices } from '../notices.ts';
import { DesktopSettings } from '../settings/desktop-settings.ts';
import { DataMove } from './data-move.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';

// Whole collectors start and stop in each of them.
let folder: string;
let file: string;
let connection: CollectorConnection;
let move: DataMove;
let startedAgain: number;
let said: string[];
let flush: () => Promise<void>;
beforeEach(() => {
  folder = testFolder();
  file = path.join(folder, 'config.json');
  startedAgain = 0;
  said = [];
  flush = async () => {};
});

/** The app as it starts with a settings file that says where the data lies. */
async function start(dataDirectory = path.join(folder, 'old'), patienceMs?: number): Promise<void> {
  const flags = { server: { port: 0 }, otel: { http: { port: 0 }, grpc: { port: 0 } } };
  mkdirSync(path.dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, JSON.stringify({ storage: { data_dir: dataDirectory } }));
  const { config, origin, files } = loadConfig({
    env: { XDG_CONFIG_HOME: folder },
    workingDirectory: folder,
    file,
    flags,
  });
  const ignore = (): void => {};
  const log = { info: ignore, warn: ignore, error: ignore };
  connection = new CollectorConnection({
    config,
    origin,
    log,
    version: 'x',
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  await connection.start();
  move = new DataMove({
    connection,
    settings: new DesktopSettings({ config, origin, hasTray: () => false, onChange: ignore }),
    notices: new Notices((all) => void said.push(...all.map(({ text }) => text))),
    log,
    dataDirectory: config.storage.data_dir,
    settingsFiles: files,
    flush: () => flush(),
    startAgain: () => startedAgain++,
  });
}
const span = (n: number) => ({ spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(n) }] });
const send = (n: number): Promise<unknown> => store(connection.target.url, 'default', span(n));
afterEach(async () => {
  await connection.stop();
});

const health = async (): Promise<Health> =>
  (await (await connection.request('/api/v1/health')).json()) as Health;
const spans = async (): Promise<unknown> => (await health()).storage.spans;

test('all data lies in the new folder, the settings say so, and the app starts again', async () => {
  await start();
  await send(1);
  const to = path.join(folder, 'new');
  await move.move(to);
  expect([startedAgain, existsSync(path.join(to, 'tracedeck.db'))]).toEqual([1, true]);
  expect(existsSync(path.join(folder, 'old', 'tracedeck.db'))).toBe(false);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ storage: { data_dir: to } });
  expect(said.join()).toContain(`Moving all data to ${to}`);
});

test('a second move that is asked for in the same moment is refused, and the first goes on', async () => {
  await start();
  await send(1);
  const to = path.join(folder, 'new');
  const first = move.move(to);
  await expect(move.move(path.join(folder, 'other'))).rejects.toThrow('a move is under way');
  await first;
  expect([startedAgain, existsSync(path.join(to, 'tracedeck.db'))]).toEqual([1, true]);
  expect(existsSync(path.join(folder, 'other'))).toBe(false);
});

test('nobody else takes the data while it is moved', async () => {
  const old = path.join(folder, 'old');
  await start(old);
  await send(1);
  let refusal: unknown;
  flush = async () => {
    try {
      lockDirectory(old, 0).close();
    } catch (error) {
      refusal = error;
    }
  };
  await move.move(path.join(folder, 'new'));
  expect(refusal).toBeInstanceOf(DirectoryInUseError);
  // Nor is it kept from anybody afterwards.
  lockDirectory(old, 0).close();
});

test('data that a command has taken in the meantime stays, and is received again once that has ended', async () => {
  const old = path.join(folder, 'old');
  const to = path.join(folder, 'new');
  await start(old);
  await send(1);
  const stop = connection.stop.bind(connection);
  vi.spyOn(connection, 'stop').mockImplementationOnce(async () => {
    const hasStopped = await stop();
    const command = lockDirectory(old);
    setTimeout(() => command.close(), 500);
    return hasStopped;
  });
  await expect(move.move(to)).rejects.toThrow('another command of Tracedeck uses the data');
  expect([await spans(), startedAgain, existsSync(to)]).toEqual([1, 0, false]);
});

test('a folder that can not be is refused before anything stops', async () => {
  await start();
  await send(1);
  const full = path.join(folder, 'full');
  mkdirSync(full);
  writeFileSync(path.join(full, 'x'), '');
  await expect(move.move(full)).rejects.toThrow('is not empty');
  expect([startedAgain, await spans(), said]).toEqual([0, 1, []]);
});

test('a move that fails leaves all where it was, and receiving goes on', async () => {
  await start();
  await send(1);
  const settingsFile = readFileSync(file, 'utf8');
  // What is kept last can't be: the file has become a folder.
  rmSync(file);
  mkdirSync(path.join(file, 'x'), { recursive: true });
  await expect(move.move(path.join(folder, 'new'))).rejects.toThrow(/EISDIR|can't be read/);
  expect([startedAgain, await spans(), existsSync(path.join(folder, 'new'))]).toEqual([0, 1, false]);
  expect(settingsFile).toContain('old');
});

test('where the settings lie among the data, as on a Mac, the next start finds it, and it may be moved back', async () => {
  const old = path.join(folder, 'support');
  const to = path.join(folder, 'new');
  file = path.join(old, 'config.json');
  await start(old);
  await send(1);
  await move.move(to);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ storage: { data_dir: to } });

  await start();
  expect(await spans()).toBe(1);
  await move.move(old);
  expect(existsSync(path.join(to, 'tracedeck.db'))).toBe(false);
  await start();
  expect([await spans(), startedAgain]).toEqual([1, 2]);
});

test('data that is still written to stays, and is received again once that is done', async () => {
  const old = path.join(folder, 'old');
  const to = path.join(folder, 'new');
  await start(old, 50);
  await send(1);
  const release = holdCommits(old);
  const accepted = send(2);
  const waiting = async (): Promise<number> => (await health()).queue.spans;
  await expect.poll(waiting).toBe(1);
  const moving = move.move(to);
  const refusal = moving.then(String, String);
  await expect.poll(() => said.join()).toContain('still being written');
  release();
  expect(await refusal).toContain('could not be written in time; everything is where it was');
  await accepted;
  expect([await spans(), startedAgain, existsSync(to)]).toEqual([2, 0, false]);
});
