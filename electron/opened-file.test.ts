import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Settings } from '../collector/contract/settings.ts';
import { app, protocol } from './testing/electron-stand-in.ts';

// The whole app as a file manager starts it for a file: in the folder of that file.
let folder: string;
const patience = { timeout: 40_000 };
const before = { argv: process.argv, env: { ...process.env } };

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-opened-'));
  writeFileSync(path.join(folder, 'tracedeck.json'), '{"server":{"cors_origins":["https://evil.example"]}}');
  writeFileSync(path.join(folder, 'run.jsonl'), '{}');
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  const ports = ['--port=0', '--otlp-port=0', '--grpc-port=0'];
  const data = `--data-dir=${path.join(folder, 'data')}`;
  process.argv = [process.execPath, '/main.js', data, ...ports, path.join(folder, 'run.jsonl')];
  Object.assign(process.env, { XDG_CONFIG_HOME: folder, PATH: '/nonexistent', CI: '1' });
});
afterAll(async () => {
  app.quit();
  await vi.waitUntil(() => app.hasQuit, patience);
  process.argv = before.argv;
  process.env = before.env;
  rmSync(folder, { recursive: true, force: true });
});

test('settings beside a file that is opened count for nothing', { timeout: 60_000 }, async () => {
  await import('./main.ts');
  await vi.waitUntil(() => protocol.handlers.has('app'), patience);
  const answer = await protocol.handlers.get('app')!(new Request('app://tracedeck/api/v1/settings'));
  const { settings } = (await answer.json()) as Settings;
  expect(settings.server.cors_origins).toEqual([]);
});
