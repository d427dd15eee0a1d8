import { expect, test } from 'vitest';
import { argsForRestart, argvOfSecond, isForSomething, readStartRequest } from './start-request.ts';

const read = (...args: string[]) => readStartRequest(args, (file) => `/at/${file}`);
const trace = '0'.repeat(31) + '1';

test('a plain start asks for nothing', () => {
  expect(read()).toEqual({ path: null, files: [], hidden: false });
  expect(read('app')).toEqual({ path: null, files: [], hidden: false });
});

test('a link is a page, the first one that means anything', () => {
  expect(read('tracedeck://nothing', `tracedeck://trace/${trace}`).path).toBe(`/p/default/traces/${trace}`);
});

test('what else is no flag is a file', () => {
  expect(read('--lang=de', 'a.jsonl', '--allow-file-access', 'b c.json', 'C:\\x.json').files).toEqual([
    '/at/a.jsonl',
    '/at/b c.json',
    '/at/C:\\x.json',
  ]);
});

test('values of flags are no files, and addresses neither', () => {
  expect(read('--data-dir', '/data', '--port', '1', 'https://evil.example/x', 'file:///etc/passwd')).toEqual({
    path: null,
    files: [],
    hidden: false,
  });
});

test('a second start is read in the order in which it was typed, where that was handed over', () => {
  const typed = ['/electron', 'run.jsonl', '--data-dir', '/home/me/data'];
  const told = ['/electron', '--data-dir', 'run.jsonl', '/home/me/data'];
  expect(argvOfSecond({ argv: typed }, told)).toBe(typed);
  for (const other of [null, undefined, {}, { argv: 'x' }, { argv: [1] }])
    expect(argvOfSecond(other, told)).toBe(told);
});

test('a start at login is hidden', () => {
  expect(read('--hidden')).toEqual({ path: null, files: [], hidden: true });
});

test('a start in the place of this one has its flags, and opens nothing again', () => {
  const args = [
    '/main.js',
    '--port',
    '0',
    '--hidden',
    '--data-dir=/d',
    'a.jsonl',
    'tracedeck://session/1',
    'app',
  ];
  const flags = ['--port', '0', '--data-dir=/d', '--own-settings'];
  expect(argsForRestart(args, true)).toEqual(['/main.js', ...flags]);
  expect(argsForRestart(args, false)).toEqual(flags);
  expect(argsForRestart(flags, false)).toEqual(flags);
  expect(argsForRestart(['/main.js', '--hidden', '--port', '0'], true)).toEqual(['/main.js', '--port', '0']);
});

test('a start is for a file or a link, or for neither', () => {
  for (const word of ['a.jsonl', 'tracedeck://nothing'])
    expect(isForSomething(['--hidden', word], false)).toBe(true);
  for (const args of [[], ['app'], ['--data-dir', '/d'], ['/main.js']])
    expect(isForSomething(args, true)).toBe(false);
});
