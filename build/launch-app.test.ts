import { expect, test } from 'vitest';
import { wordsForApp } from './launch-app.mjs';

test.for([
  [[], []],
  [['app'], []],
  [
    ['app', '--port', '7388'],
    ['--port', '7388'],
  ],
  [
    ['--port', '7388'],
    ['--port', '7388'],
  ],
  [['--auth'], ['--auth']],
  [['--help'], null],
  [['-h'], null],
  [['--version'], null],
  [['-V'], null],
  [['serve', '--port', '7388'], null],
] as const)('for %j the window opens with %j', ([args, words]) => {
  expect(wordsForApp(args)).toEqual(words);
});
