import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findOnPath, installOnPath } from './install.ts';
import { describePlan, planPath, type PathFacts, type PathPlan } from './plan.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';

const facts = (more: Partial<PathFacts> = {}): PathFacts => ({
  platform: 'linux',
  program: '/opt/Tracedeck/tracedeck',
  isPackaged: true,
  home: '/home/ada',
  env: { PATH: '/usr/bin:/home/ada/.local/bin' },
  found: null,
  ...more,
});
const planOf = (more: Partial<PathFacts> = {}): PathPlan => {
  const plan = planPath(facts(more));
  if (typeof plan === 'string') throw new Error(plan);
  return plan;
};

test('on Linux and macOS it is one file of the user’s own', () => {
  expect(planOf()).toMatchObject({
    file: '/home/ada/.local/bin/tracedeck',
    mode: 0o755,
    addToPath: null,
    advice: null,
  });
  expect(planOf({ platform: 'darwin', env: { PATH: '/usr/bin' } }).advice).toContain('~/.zprofile');
  expect(describePlan(planOf())).toEqual({
    steps: ['Writes /home/ada/.local/bin/tracedeck, which starts this app as a command line.'],
    reason: null,
  });
});

test('on Windows it is a file and a folder on the user’s PATH', () => {
  const windows: Partial<PathFacts> = {
    platform: 'win32',
    program: 'C:\\Programs\\100% Tracedeck\\Tracedeck.exe',
    home: 'C:\\Users\\ada',
    env: { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local', Path: 'C:\\Windows' },
  };
  const plan = planOf(windows);
  expect(plan.file).toBe('C:\\Users\\ada\\AppData\\Local\\Tracedeck\\bin\\tracedeck.cmd');
  expect(plan.addToPath).toBe('C:\\Users\\ada\\AppData\\Local\\Tracedeck\\bin');
  expect(plan.content).toContain('\r\n"C:\\Programs\\100%% Tracedeck\\Tracedeck.exe" --cli -- %*\r\n');
  expect(describePlan(plan).steps).toHaveLength(2);
  const there = { ...windows.env, Path: 'c:\\users\\ADA\\appdata\\local\\tracedeck\\bin' };
  expect(planOf({ ...windows, env: there }).addToPath).toBeNull();
});

test('on Windows a user may have any name, and a folder that the command can not name is refused', () => {
  const plan = (program: string) =>
    planPath(
      facts({
        platform: 'win32',
        program,
        env: { LOCALAPPDATA: 'C:\\Users\\Zoë\\AppData\\Local', Path: '' },
      }),
    );
  expect(plan('c:\\users\\zoë\\AppData\\Local\\Programs\\tracedeck\\Tracedeck.exe')).toMatchObject({
    file: 'C:\\Users\\Zoë\\AppData\\Local\\Tracedeck\\bin\\tracedeck.cmd',
    content: expect.stringContaining(
      '\r\n"%LOCALAPPDATA%\\Programs\\tracedeck\\Tracedeck.exe" --cli -- %*\r\n',
    ) as string,
  });
  expect(plan('C:\\Werkzeuge für uns\\Tracedeck.exe')).toContain("can't name C:\\Werkzeuge für uns");
});

test.each([
  '/private/var/folders/x1/T/AppTranslocation/0E1F/d/Tracedeck.app/Contents/MacOS/Tracedeck',
  '/Volumes/Tracedeck 0.1.0/Tracedeck.app/Contents/MacOS/Tracedeck',
])('on a Mac no command leads to what will not be there: %s', (program) => {
  expect(planPath(facts({ platform: 'darwin', program }))).toContain('Applications');
  expect(planOf({ program }).content).toContain(program);
});

test('there is nothing to do where it runs from its sources, or is there by other means', () => {
  expect(planPath(facts({ isPackaged: false }))).toContain('npm start');
  expect(planPath(facts({ found: '/usr/bin/tracedeck' }))).toBe(
    'tracedeck is on your PATH already: /usr/bin/tracedeck',
  );
  expect(describePlan('no')).toEqual({ steps: [], reason: 'no' });
  expect(planOf({ found: '/home/ada/.local/bin/tracedeck' }).file).toBe('/home/ada/.local/bin/tracedeck');
});

describe.skipIf(process.platform === 'win32')('what it writes', () => {
  let folder: string;
  beforeEach(() => (folder = testFolder()));

  test('runs the app with the words as they are, or opens its window', async () => {
    const program = path.join(folder, "it's an app");
    writeFileSync(program, '#!/bin/sh\nfor word in "$@"; do echo "[$word]"; done\n', { mode: 0o755 });
    const plan = planOf({ program, home: folder, env: {} });
    expect(await installOnPath(plan)).toContain('.local/bin');
    await installOnPath(plan);
    expect(statSync(plan.file).mode & 0o777).toBe(0o755);
    const run = (...words: string[]): string[] =>
      spawnSync(plan.file, words, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
    expect(run('export', '--session', 'a b "c" $HOME')).toEqual([
      '[--ozone-platform=headless]',
      '[--cli]',
      '[export]',
      '[--session]',
      '[a b "c" $HOME]',
    ]);
    expect(run()).toEqual([]);
    expect(run('app', '--port', '1')).toEqual(['[--port]', '[1]']);
    expect(run('--port', '1')).toEqual(['[--port]', '[1]']);
    expect(run('--version')).toEqual(['[--ozone-platform=headless]', '[--cli]', '[--version]']);
    expect(readFileSync(plan.file, 'utf8')).toContain('Written by Tracedeck');
  });

  test('is found on the PATH by its name, where it can be run', () => {
    const [first, second] = [path.join(folder, 'a'), path.join(folder, 'b')];
    for (const one of [first, second]) mkdirSync(one);
    writeFileSync(path.join(first, 'tracedeck'), '', { mode: 0o644 });
    mkdirSync(path.join(first, 'tracedeck.cmd'));
    const env = { PATH: ['', first, second, '/nonexistent'].join(path.delimiter) };
    expect(findOnPath(['tracedeck', 'tracedeck.cmd'], env)).toBeNull();
    writeFileSync(path.join(second, 'tracedeck'), '', { mode: 0o755 });
    expect(findOnPath(['tracedeck'], env)).toBe(path.join(second, 'tracedeck'));
    expect(findOnPath(['tracedeck'], { ...env, APPDIR: second })).toBeNull();
    expect(findOnPath(['tracedeck'], { ...env, APPDIR: folder })).toBeNull();
    expect(findOnPath(['tracedeck'], { ...env, APPDIR: first })).toBe(path.join(second, 'tracedeck'));
  });
});
