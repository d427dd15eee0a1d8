import { expect, test } from 'vitest';
import { onceAMinute } from './once-a-minute.ts';

test('the same message is told once a minute, with how often it was kept back', () => {
  const told: string[] = [];
  let now = 0;
  const tell = onceAMinute(
    (message) => told.push(message),
    () => now,
  );
  for (const at of [0, 1000, 59_999, 60_000, 119_999]) {
    now = at;
    tell('disk full');
    if (at === 1000) tell('locked');
  }
  expect(told).toEqual(['disk full', 'locked', 'disk full\n(2 times more since it was told last)']);
});

test('of ever other messages it remembers no more than some', () => {
  let told = 0;
  const tell = onceAMinute(
    () => told++,
    () => 0,
  );
  for (let n = 0; n < 1000; n++) tell(`message ${n}`);
  tell('message 0');
  expect(told).toBe(1001);
});
