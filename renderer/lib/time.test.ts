import { expect, test } from 'vitest';
import { formatRelative, parseTime } from './time.ts';

test('microseconds survive', () => {
  const whole = Date.parse('2026-02-13T00:43:53Z');
  expect(parseTime('2026-02-13T00:43:53.316465Z') - whole).toBeCloseTo(316.465, 3);
  expect(parseTime('2026-02-13T01:43:53+01:00')).toBe(whole);
});

test('what is no timestamp is NaN', () => expect(parseTime('soon')).toBeNaN());

test.for([
  [0, 'just now'],
  [4_400, 'just now'],
  [12_000, '12 s ago'],
  [61_000, '1 min ago'],
  [7_300_000, '2 h ago'],
] as const)('%s ms ago reads %s', ([age, text]) => {
  const now = Date.parse('2026-02-13T20:00:00Z');
  expect(formatRelative(now - age, now)).toBe(text);
});

test('a clock that runs a little ahead is just now, never a negative age', () => {
  expect(formatRelative(1_000_030_000, 1_000_000_000)).toBe('just now');
});
