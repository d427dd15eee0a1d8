import { expect, test } from 'vitest';
import { notMoreThan } from '../messages/most-messages.ts';
import { withinTime } from './within-time.ts';

const MANY = 1_000_000;
const TRACE = { name: 'trace a1', instead: 'read what its spans say one by one' };

test('what ends in time is answered, or throws what it throws', () => {
  const answer = { some: 'words' };
  expect(withinTime(MANY, TRACE, () => answer)).toBe(answer);
  const own = new TypeError('its own');
  expect(() =>
    withinTime(MANY, TRACE, () => {
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
    expect(() => withinTime(MANY, TRACE, read, 20)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: 'what trace a1 says could not be read within 0.02 s: read what its spans say one by one',
      }),
    );
  expect(withinTime(MANY, TRACE, () => 1, 20_000)).toBe(1);
});

test('what is short is read by the same rules, but for the limit', () => {
  expect(withinTime(100, TRACE, () => 1, 20)).toBe(1);
  const patient = (): string => {
    const until = performance.now() + 40;
    while (performance.now() < until);
    return 'read';
  };
  expect(withinTime(100, TRACE, patient, 20)).toBe('read');
});

test('what is too many messages is refused as what takes too long', () => {
  for (const bytes of [100, MANY])
    expect(() => withinTime(bytes, TRACE, () => notMoreThan(2, 3))).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message:
          'what trace a1 says is more than 2 messages, too much for one answer: read what its spans say one by one',
      }),
    );
});
