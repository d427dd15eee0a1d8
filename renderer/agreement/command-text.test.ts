import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandText } from '../lib/command-text.ts';

test('a plain command stands as it is', () => {
  expect(commandText(['/opt/node', '/opt/main.cjs', 'mcp', '--data-dir', '/data'])).toBe(
    '/opt/node /opt/main.cjs mcp --data-dir /data',
  );
});

test.skipIf(process.platform === 'win32')('a shell reads back every word, whatever is in it', () => {
  const words = [process.execPath, '-p', 'JSON.stringify(process.argv.slice(1))'];
  const odd = ['--', "/home/me/it's here", '/a $HOME `x` "y"', String.raw`/back\slash`, '*', ''];
  const told = execFileSync('/bin/sh', ['-c', commandText([...words, ...odd])]).toString();
  expect(JSON.parse(told)).toEqual(odd.slice(1));
});

test('a command that is found by its name is told by its paths, on which system it is', () => {
  const words = (directory: string) => commandText(['tracedeck', '--data-dir', directory]);
  expect(words(String.raw`D:\my data`)).toBe(String.raw`tracedeck --data-dir "D:\my data"`);
  expect(words('/my data')).toBe("tracedeck --data-dir '/my data'");
});

test('a path of Windows is in double quotes where it has a space', () => {
  expect(commandText([String.raw`C:\Users\A B\Tracedeck.exe`, '--cli', String.raw`D:\data`])).toBe(
    String.raw`"C:\Users\A B\Tracedeck.exe" --cli D:\data`,
  );
});
