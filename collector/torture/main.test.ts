import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const torture = (...words: string[]): Promise<{ stdout: string }> =>
  run(process.execPath, [...process.execArgv, fileURLToPath(new URL('main.ts', import.meta.url)), ...words]);

test('a part that is none is no success of nothing', async () => {
  await expect(torture('kill')).rejects.toThrow('No part kill: there are kills,overload,fuzz');
});

test('nor is a number that is none', async () => {
  await expect(torture('kills', '--rounds', 'x')).rejects.toThrow('--rounds takes a number from 1 on, not x');
});

test('--help says what there is', async () => {
  expect((await torture('--help')).stdout).toContain('kills|overload|fuzz');
});
