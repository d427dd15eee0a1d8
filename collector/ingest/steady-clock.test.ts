import { expect, test } from 'vitest';
import { SteadyClock } from './steady-clock.ts';

const HOUR = 3_600_000;

test('a clock that goes as time does is believed from the second look on, also set back or a little ahead', () => {
  const clock = new SteadyClock();
  expect(clock.look(0, 0)).toBe('first');
  expect(clock.look(300_000, 300_000)).toBe('steady');
  expect(clock.look(5 * HOUR, 5 * HOUR)).toBe('steady');
  expect(clock.look(0, 6 * HOUR)).toBe('steady');
  expect(clock.look(2 * HOUR, 7 * HOUR)).toBe('steady');
});

test('one that ran ahead is believed once it stays so', () => {
  const clock = new SteadyClock();
  clock.look(0, 0);
  expect(clock.look(100 * HOUR, 1000)).toBe('ahead');
  expect(clock.look(100 * HOUR + 1000, 2000)).toBe('steady');
});

test('one that was wrong between two looks, or at one of them, is never believed to be where it was', () => {
  const clock = new SteadyClock();
  clock.look(0, 0);
  expect(clock.look(100 * HOUR, 1000)).toBe('ahead');
  expect(clock.look(2000, 2000)).toBe('steady');
  expect(clock.look(200 * HOUR, 3000)).toBe('ahead');
  expect(clock.look(400 * HOUR, 4000)).toBe('ahead');
});
