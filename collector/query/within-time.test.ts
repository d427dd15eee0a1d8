import { expect, test } from 'vitest';
import { withinTime } from './within-time.ts';

test('what ends in time is answered, or throws what it throws', () => {
  const answer = { some: 'words' };
  expect(withinTime(() => answer)).toBe(answer);
  const own = new TypeError('its own');
  expect(() =>
    withinTime(() => {
      throw own;
    }),
  ).toThrow(own);
});

test.for([
  [
    'a loop',
    () => {
      for (;;);
    },
  ],
  ['a regular expression', () => /^(?:a|[ab])*$/.test(`${'a'.repeat(60)}c`)],
] as const)('%s without end is ended, and the thread goes on', ([, read]) => {
  for (let i = 0; i < 2; i++)
    expect(() => withinTime(read, 20)).toThrow(
      expect.objectContaining({
        code: 'STORAGE_ERROR',
        message: 'what spans say could not be read within 0.02 s',
      }),
    );
  expect(withinTime(() => 1, 20_000)).toBe(1);
});
