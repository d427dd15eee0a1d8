import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Program } from './after-end.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';

const module = pathToFileURL(path.join(import.meta.dirname, 'after-end.ts')).href;
let folder: string;
let program: string;
let written: string;
let app: ChildProcess;
beforeEach(() => {
  folder = testFolder();
  program = path.join(folder, 'the program');
  written = path.join(folder, 'written');
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s|' "$@" > '${written}.new'\nmv '${written}.new' '${written}'\n`,
  );
  chmodSync(program, 0o755);
});
afterEach(() => {
  app.kill('SIGKILL');
});

/** A process that has asked for the program, and lives until it is killed. */
async function start(what: Program): Promise<void> {
  const code = `
    import { startAfterEnd } from ${JSON.stringify(module)};
    startAfterEnd(${JSON.stringify(what)}, (error) => { throw error; });
    process.stdout.write('asked');
    setInterval(() => {}, 1000);
  `;
  app = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(app.stdout!, 'data');
}

describe.skipIf(process.platform === 'win32')('the program', () => {
  test('starts with its words when the process has ended, also by a kill, and not before', async () => {
    await start({ file: program, args: ['--port', '1', "it's $HOME", ''], folder: null });
    expect(existsSync(written)).toBe(false);
    app.kill('SIGKILL');
    await expect.poll(() => existsSync(written)).toBe(true);
    expect(readFileSync(written, 'utf8')).toBe("--port|1|it's $HOME||");
  });

  test('waits for a folder that is removed after the end', async () => {
    const unpacked = path.join(folder, 'unpacked');
    mkdirSync(unpacked);
    await start({ file: program, args: ['a'], folder: unpacked });
    app.kill('SIGKILL');
    await once(app, 'exit');
    rmSync(unpacked, { recursive: true });
    await expect.poll(() => existsSync(written)).toBe(true);
    expect(readFileSync(written, 'utf8')).toBe('a|');
  });
});
