import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './child-process.mjs';
import { isForDesktop } from './tasks/test.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-bootstrap-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32')('a Node that does not run here is told in a line', () => {
  for (const name of ['bootstrap', 'child-process', 'die-with-parent', 'install'])
    cpSync(path.join(root, `build/${name}.mjs`), path.join(folder, `build/${name}.mjs`));
  const own = path.join(folder, 'node_modules/node');
  mkdirSync(path.join(own, 'bin'), { recursive: true });
  writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), '{"packages": {}}');
  writeFileSync(path.join(own, 'package.json'), '{"version": "24.0.1"}');
  // As a program of glibc where that is not.
  writeFileSync(path.join(own, 'bin/node'), '#!/nowhere/loader\n', { mode: 0o755 });
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(folder, 'build/bootstrap.mjs'), 'start'],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    },
  );
  expect(stderr).toMatch(/^Node v24\.0\.1, which npm brought, does not run on this system \(ENOENT\).*\n$/);
  expect(status).toBe(1);
});

test('npm run build refuses what it does not take', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'build/bootstrap.mjs'), 'build', '--watch'],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('unknown --watch: npm run build takes nothing\n');
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

// Not started: a test that fails here would run all tests, itself among them.
test('npm test refuses what it does not take, instead of running everything', () => {
  expect(() => isForDesktop(['--dekstop'])).toThrow(
    /^unknown --dekstop: npm test takes --desktop or nothing/,
  );
  expect(() => isForDesktop(['--desktop', 'collector/api'])).toThrow(
    /^unknown collector\/api: .* -- <paths>/,
  );
  expect(isForDesktop(['--desktop'])).toBe(true);
  expect(isForDesktop([])).toBe(false);
});
