import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../collector/testing/test-folder.ts';

const urlOf = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);

/** The log of the app in a process of its own, which writes until long after its terminal has closed. */
const program = (folder: string): string => `
  import { registerHooks } from 'node:module';
  import { once } from 'node:events';
  registerHooks({
    resolve: (name, context, next) => name === 'electron'
      ? { url: ${urlOf('../testing/electron-stand-in.ts')}, shortCircuit: true }
      : next(name, context),
  });
  const { app } = await import('electron');
  const { LogFile } = await import(${urlOf('./log-file.ts')});
  const { setUpLog, setUpUncaughtErrors } = await import(${urlOf('./main-errors.ts')});
  const file = new LogFile({ folder: ${JSON.stringify(folder)} });
  const log = setUpLog(file, { add: () => {} });
  setUpUncaughtErrors(log, file);
  process.stdin.resume();
  await once(process.stdin, 'end');
  for (let line = 0; line < 50; line++) {
    log.info('line ' + line);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  process.stdout.write(String(app.exitCode), () => process.exit());
`;

test('nobody has to read what the app writes to its terminal', async () => {
  const folder = testFolder();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(folder)], {
    env: { ...process.env, CI: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = text(child.stdout);
  child.stderr.destroy();
  await once(child.stderr, 'close');
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await said).toBe('null');
  const lines = readFileSync(path.join(folder, 'tracedeck.log'), 'utf8').trim().split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([50, expect.stringContaining('line 49')]);
});
