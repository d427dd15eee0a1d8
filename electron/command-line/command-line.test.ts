import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { wordsForApp } from '../../build/launch-app.mjs';
import { argvOf, asks, commandOf, commands } from './command-line.ts';

/** Beside other work a process takes its time to start. */
const patienceMs = 120_000;

test(
  'the commands are those of the command line',
  () => {
    const main = fileURLToPath(new URL('../../collector/main.ts', import.meta.url));
    const help = execFileSync(process.execPath, [main, '--help']).toString();
    const listed = help.slice(help.indexOf('Commands:')).matchAll(/^ {2}(\w+)/gm);
    expect(new Set([...listed].map(([, name]) => name))).toEqual(new Set(commands));
  },
  patienceMs,
);

describe('the installed program is the command line', () => {
  test.for([
    [
      ['serve', '--port=0'],
      ['serve', '--port=0'],
    ],
    [['--no-sandbox', 'serve'], ['serve']],
    [
      ['export', '-o', 'serve'],
      ['export', '-o', 'serve'],
    ],
    [['--version'], ['--version']],
    [['-h'], ['-h']],
    [
      ['--data-dir', '/a', 'doctor'],
      ['--data-dir', '/a', 'doctor'],
    ],
    [['--no-sandbox', '--cli', '--help'], ['--help']],
    [['--cli', 'nonsense'], ['nonsense']],
    [
      ['--cli', '--', 'export', '--session', 'chat:42', '--', 'x'],
      ['export', '--session', 'chat:42', '--', 'x'],
    ],
  ] as const)('for %j', ([args, command]) => {
    expect(commandOf(args)).toEqual(command);
  });
});

describe('the installed program is the app', () => {
  test.for([
    [[]],
    [['app', '--port=1']],
    [['--cli']],
    [['--cli', 'app', '--port=1']],
    [['--cli', '--']],
    [['--port', '5388']],
    [['--data-dir', 'serve']],
    [['--no-sandbox']],
    [['tracedeck://trace/0af7651916cd43dd8448eb211c80319c']],
    [['/home/me/serve.jsonl']],
    [['--no-sandbox', '/home/me/traces.jsonl', 'serve']],
  ] as const)('for %j', ([args]) => {
    expect(commandOf(args)).toBeNull();
  });
});

test('what opens the window from the sources opens it where it is installed', () => {
  for (const first of [...asks, ...commands, 'app', '--port=1', '--auth', '--help=x'])
    expect(wordsForApp([first]) === null, first).toBe(commandOf([first]) !== null);
});

test('commander finds the words where it looks for them', () => {
  expect(argvOf('/opt/Tracedeck/tracedeck', ['serve'], true).slice(1)).toEqual(['serve']);
  expect(argvOf('/electron', ['serve'], false).slice(2)).toEqual(['serve']);
});
