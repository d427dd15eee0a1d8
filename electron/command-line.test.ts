import { Command } from 'commander';
import { expect, test } from 'vitest';
import { argvOf, commandOf } from './command-line.ts';

test('words after the flag are a command', () => {
  expect(commandOf(['--no-sandbox', '--cli', 'serve', '--port', '0'])).toEqual(['serve', '--port', '0']);
  expect(commandOf(['--cli', '--help'])).toEqual(['--help']);
});

test('without the flag, without words, or with "app" a window is meant', () => {
  expect(commandOf(['serve'])).toBeNull();
  expect(commandOf(['--cli'])).toBeNull();
  expect(commandOf(['--cli', 'app', '--port', '0'])).toBeNull();
});

test.each([true, false])(
  'the command line reads its words inside Electron, unpackaged %s',
  (isUnpackaged) => {
    const words: string[] = [];
    const program = new Command()
      .argument('<words...>')
      .action((given: string[]) => void words.push(...given));
    const electron = process as unknown as { defaultApp?: boolean };
    const { versions } = process;
    Object.defineProperty(process, 'versions', {
      value: { ...versions, electron: '45' },
      configurable: true,
    });
    if (isUnpackaged) electron.defaultApp = true;
    const { argv } = process;
    process.argv = argvOf('/app', ['a', 'b'], isUnpackaged);
    try {
      program.parse();
    } finally {
      process.argv = argv;
      Object.defineProperty(process, 'versions', { value: versions, configurable: true });
      delete electron.defaultApp;
    }
    expect(words).toEqual(['a', 'b']);
  },
);
