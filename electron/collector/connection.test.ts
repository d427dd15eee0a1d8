import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TokenRegistry } from '../../collector/auth/registry.ts';
import { loadConfig } from '../../collector/config/config.ts';
import { lockDirectory } from '../../collector/store/file/directory-lock.ts';
import { startCollector, type RunningCollector } from '../../collector/testing/start-collector.ts';
import { CollectorConnection } from './connection.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';

// Whole collectors start and stop in each of them.
let folder: string;
let warnings: string[];
let connection: CollectorConnection;
let other: RunningCollector | null = null;
beforeEach(() => {
  folder = testFolder();
  warnings = [];
});
afterEach(async () => {
  await connection.stop();
  await other?.stop();
  other = null;
});

async function connect(dataDirectory: string, port: number, auth = false): Promise<void> {
  writeFileSync(
    path.join(folder, 'tracedeck.json'),
    JSON.stringify({ storage: { data_dir: dataDirectory } }),
  );
  const { config, origin } = loadConfig({
    env: { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    workingDirectory: folder,
    flags: { server: { port }, otel: { http: { port: 0 }, grpc: { port: 0 } }, auth: { enabled: auth } },
  });
  const ignore = (): void => {};
  const log = { info: ignore, error: ignore, warn: (message: string) => void warnings.push(message) };
  connection = new CollectorConnection({ config, origin, log, version: '1.0.0-test' });
  await connection.start();
}

const projects = async (): Promise<number> => (await connection.request('/api/v1/projects')).status;

test('runs a collector of its own, with a token where one is asked for, and stops it', async () => {
  await connect(path.join(folder, 'data'), 0, true);
  expect(connection.isAttached).toBe(false);
  expect(connection.target.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(await projects()).toBe(200);
  await connection.stop();
  await expect(projects()).rejects.toThrow('ECONNREFUSED');
});

test('waits until another that does not say where it listens has left the data directory', async () => {
  const dataDirectory = path.join(folder, 'data');
  const lock = lockDirectory(dataDirectory);
  setTimeout(() => lock.close(), 4000);
  await connect(dataDirectory, 0);
  expect(connection.isAttached).toBe(false);
  expect(await projects()).toBe(200);
});

test('shows the collector that runs on its data directory, says of which version it is, and leaves it running', async () => {
  other = await startCollector();
  await connect(other.dataDir, 0);
  expect(connection.isAttached).toBe(true);
  expect(connection.target).toEqual({ url: other.url, token: null });
  expect(connection.tokenId).toBeNull();
  expect(warnings.join()).toContain('this window 1.0.0-test');
  await connection.stop();
  expect(await projects()).toBe(200);
});

test('has a token made by the directory of a collector that asks for one, and ends it when it leaves', async () => {
  other = await startCollector({ configure: (config) => (config.auth.enabled = true) });
  await connect(other.dataDir, 0);
  expect(await projects()).toBe(200);
  expect(readdirSync(path.join(other.dataDir, 'tokens'))).toHaveLength(1);
  await connection.stop();
  expect(readdirSync(path.join(other.dataDir, 'tokens'))).toEqual([]);
});

test('shows a collector for which no token can be made, and says why there is none', async () => {
  other = await startCollector({ configure: (config) => (config.auth.enabled = true) });
  // As where the disk takes no file any more.
  rmSync(path.join(other.dataDir, 'tokens'), { recursive: true, force: true });
  writeFileSync(path.join(other.dataDir, 'tokens'), '');
  await connect(other.dataDir, 0);
  expect(connection.target).toEqual({ url: other.url, token: null });
  expect(warnings.join('\n')).toContain(`the window has no token for the collector at ${other.url}: `);
});

test('opens beside a program that says it is a collector and then answers nothing', async () => {
  const dataDirectory = path.join(folder, 'mine');
  const health = { status: 'ok', version: '1', otel: {}, storage: { path: dataDirectory } };
  const odd = http.createServer(({ url }, answer) => {
    if (url === '/api/v1/health') answer.end(JSON.stringify(health));
  });
  await once(odd.listen(0, '127.0.0.1'), 'listening');
  const { port } = odd.address() as AddressInfo;
  await connect(dataDirectory, port);
  expect(connection.target).toEqual({ url: `http://127.0.0.1:${port}`, token: null });
  expect(warnings.join('\n')).toContain('the window has no token');
  odd.closeAllConnections();
  odd.close();
});

test('makes itself another token where its own was revoked, and has none where that is not taken', async () => {
  other = await startCollector({ configure: (config) => (config.auth.enabled = true) });
  await connect(other.dataDir, 0);
  const tokens = (): string[] => readdirSync(path.join(other!.dataDir, 'tokens'));
  const first = connection.tokenId;
  const { onRefused } = connection.target;
  expect(tokens()).toEqual([`${first}.json`]);
  expect(new TokenRegistry(other.dataDir).remove(first!)).toBe(true);
  expect(await projects()).toBe(200);
  expect(tokens()).toEqual([`${connection.tokenId}.json`]);
  expect(connection.tokenId).not.toBe(first);
  // What was on its way with the first says nothing of this one.
  onRefused?.();
  expect(tokens()).toEqual([`${connection.tokenId}.json`]);

  // The collector goes on with the key that it knows.
  rmSync(path.join(other.dataDir, 'auth.key'));
  new TokenRegistry(other.dataDir).remove(connection.tokenId!);
  expect(await projects()).toBe(401);
  expect([connection.tokenId, connection.target.token, tokens()]).toEqual([null, null, []]);
});

test('says whose data it shows where the collector on the main port has another directory', async () => {
  other = await startCollector();
  await connect(path.join(folder, 'mine'), Number(new URL(other.url).port));
  expect(connection.target.url).toBe(other.url);
  expect(warnings.join('\n')).toContain(other.dataDir);
});

test('takes the place of a collector that has ended, on the same address, and ends the token that it had for that', async () => {
  const dataDir = path.join(folder, 'theirs');
  other = await startCollector({ dataDir, configure: (config) => (config.auth.enabled = true) });
  const { url } = other;
  await connect(path.join(folder, 'mine'), Number(new URL(url).port));
  expect(readdirSync(path.join(dataDir, 'tokens'))).toHaveLength(1);
  await other.stop();
  other = null;
  expect(await connection.noteAnswer(false)).toBe(false);
  expect(await connection.noteAnswer(true)).toBe(false);
  expect([await connection.noteAnswer(false), await connection.noteAnswer(false)]).toEqual([false, false]);
  expect(await connection.noteAnswer(false)).toBe(true);
  expect([connection.isAttached, connection.target.url]).toEqual([false, url]);
  expect([connection.tokenId, readdirSync(path.join(dataDir, 'tokens'))]).toEqual([null, []]);
  expect(await projects()).toBe(200);
});

test('takes the place of one that ends after a stop that was not the end of the app', async () => {
  other = await startCollector();
  await connect(other.dataDir, 0);
  await connection.stop();
  await connection.restart();
  expect(connection.target.url).toBe(other.url);
  await other.stop();
  other = null;
  for (let look = 0; look < 2; look++) await connection.noteAnswer(false);
  expect(await connection.noteAnswer(false)).toBe(true);
  expect(await projects()).toBe(200);
});

test('starts none of its own while it leaves, where the collector that it showed ends first', async () => {
  other = await startCollector();
  await connect(other.dataDir, 0);
  await connection.stop();
  await other.stop();
  other = null;
  for (let look = 0; look < 4; look++) expect(await connection.noteAnswer(false)).toBe(false);
  expect(connection.isAttached).toBe(true);
});
