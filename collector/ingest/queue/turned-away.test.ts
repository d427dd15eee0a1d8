import { expect, test } from 'vitest';
import { TurnedAway } from './turned-away.ts';

test('what is refused adds up, and is forgotten within seconds', () => {
  let now = 0;
  const refused = new TurnedAway(() => now);
  expect(refused.cost).toBe(0);
  refused.add(100);
  refused.add(50);
  expect(refused.cost).toBe(150);
  now = 3000;
  expect(refused.cost).toBeCloseTo(150 / Math.E);
  refused.add(10);
  expect(refused.cost).toBeCloseTo(150 / Math.E + 10);
  now = 60_000;
  expect(refused.cost).toBeLessThan(0.01);
});
