import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Settings } from '../collector/contract/settings.ts';
import { protocol } from './testing/electron-stand-in.ts';
import { ownApp } from './testing/own-app.ts';

const own = ownApp();

test('settings beside a file that is opened count for nothing', async () => {
  const { folder } = own;
  const file = path.join(folder, 'run.jsonl');
  writeFileSync(path.join(folder, 'tracedeck.json'), '{"server":{"cors_origins":["https://evil.example"]}}');
  writeFileSync(file, '{}');
  // A file manager starts the app in the folder of the file.
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  await own.start([file]);
  const answer = await protocol.handlers.get('app')!(new Request('app://tracedeck/api/v1/settings'));
  const { settings } = (await answer.json()) as Settings;
  expect(settings.server.cors_origins).toEqual([]);
});
