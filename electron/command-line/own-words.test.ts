import { expect, test } from 'vitest';
import { commandOf } from './command-line.ts';
import { ownWords } from './own-words.ts';

type Started = Parameters<typeof ownWords>[0];

const started = (given: Partial<Started>): Started => ({
  argv: [],
  env: {},
  execPath: '/opt/Tracedeck/tracedeck',
  platform: 'linux',
  ...given,
});

test('the words of an installed app are its program and what has it read a command', () => {
  const words = ownWords(started({ argv: ['/opt/Tracedeck/tracedeck', '--hidden'] }), true);
  expect(words).toEqual(['/opt/Tracedeck/tracedeck', '--cli', '--']);
  expect(commandOf([...words.slice(1), 'mcp', '--data-dir', '/data'])).toEqual([
    'mcp',
    '--data-dir',
    '/data',
  ]);
});

test('an AppImage is started by its file, not by what it has unpacked for this run', () => {
  const env = { APPIMAGE: '/home/me/Tracedeck.AppImage', APPDIR: '/tmp/.mount_T' };
  const [program] = ownWords(started({ env, execPath: '/tmp/.mount_T/tracedeck' }), true);
  expect(program).toBe('/home/me/Tracedeck.AppImage');
});

test('from the sources Electron gets its script, with the flags that it needs here', () => {
  const argv = ['/electron', '--no-sandbox', '/clone/electron-main.js', '--port', '1'];
  expect(ownWords(started({ argv, execPath: '/electron' }), false)).toEqual([
    '/electron',
    '--no-sandbox',
    '/clone/electron-main.js',
    '--cli',
    '--',
  ]);
});

test('an app that is only looked at, on its disk image, has none', () => {
  const execPath = '/Volumes/Tracedeck/Tracedeck.app/Contents/MacOS/Tracedeck';
  expect(ownWords(started({ execPath, platform: 'darwin' }), true)).toEqual([]);
});
