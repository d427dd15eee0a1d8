import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig, type Config } from '../../collector/config/config.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';
import { CollectorHost, firstFreePort } from './host.ts';
import { forward } from '../window/forward.ts';

const host = '127.0.0.1';
let dataDirectory: string;
let taken: Server;
let takenPort: number;

beforeEach(async () => {
  dataDirectory = testFolder();
  taken = createServer().listen(0, host);
  await once(taken, 'listening');
  takenPort = (taken.address() as AddressInfo).port;
});
afterEach(() => {
  taken.close();
});

function configWithPort(port: number): Config {
  return loadConfig({
    env: { XDG_CONFIG_HOME: dataDirectory, XDG_DATA_HOME: dataDirectory },
    workingDirectory: dataDirectory,
    flags: {
      server: { port },
      otel: { http: { port: 0 }, grpc: { port: 0 } },
      storage: { data_dir: join(dataDirectory, 'data') },
    },
  }).config;
}

test('a free port is taken as it is, a taken one is passed over, and 0 stays for the system to choose', async () => {
  expect(await firstFreePort(host, takenPort)).toBeGreaterThan(takenPort);
  expect(await firstFreePort(host, 0)).toBe(0);
  taken.close();
  await once(taken, 'close');
  expect(await firstFreePort(host, takenPort)).toBe(takenPort);
});

test('the window has a token of its own where authentication is on, and none where it is off', async () => {
  const ignore = (): void => {};
  const log = { info: ignore, error: ignore, warn: ignore };
  for (const enabled of [true, false]) {
    const config = { ...configWithPort(0), auth: { enabled } };
    const collector = new CollectorHost(config, log);
    const { http } = await collector.start();
    try {
      const token = collector.issueToken();
      expect(typeof token).toBe(enabled ? 'string' : 'object');
      const request = new Request('app://tracedeck/api/v1/projects');
      expect((await forward(request, { url: http, token: null })).status).toBe(enabled ? 401 : 200);
      expect((await forward(request, { url: http, token })).status).toBe(200);
    } finally {
      await collector.stop();
    }
  }
});

test('the app takes the next free port, says so, and answers there', async () => {
  const warnings: string[] = [];
  const ignore = (): void => {};
  const collector = new CollectorHost(configWithPort(takenPort), {
    info: ignore,
    error: ignore,
    warn: (message) => void warnings.push(message),
  });
  const { http } = await collector.start();
  try {
    expect(Number(new URL(http).port)).toBeGreaterThan(takenPort);
    expect(warnings.join('\n')).toContain(`port ${takenPort} is taken`);
    const health = await fetch(`${http}/api/v1/health`);
    expect(health.status).toBe(200);
  } finally {
    await collector.stop();
    await collector.stop();
  }
  await expect(fetch(`${http}/api/v1/health`)).rejects.toThrow('fetch failed');
});

test('a stop that takes too long says what it waits for', async () => {
  const warnings: string[] = [];
  const ignore = (): void => {};
  const log = { info: ignore, error: ignore, warn: (message: string) => void warnings.push(message) };
  const collector = new CollectorHost(configWithPort(0), log, {}, 0);
  await collector.start();
  expect(await collector.stop()).toBe(false);
  expect(warnings).toEqual([
    expect.stringMatching(/^the collector has not stopped in time: it waits for the \w+/),
  ]);
  await collector.ended();
});
