import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('what an operation takes is what it took lately', () => {
  const pace = new Pace();
  expect(pace.of('stats')).toBe(1);
  pace.learn('stats', 40);
  expect(pace.of('stats')).toBe(40);
  for (let n = 0; n < 30; n++) pace.learn('stats', 8);
  expect(pace.of('stats')).toBeCloseTo(8, 1);
  pace.learn('listTraces', 0.2);
  expect(pace.of('listTraces')).toBe(1);
});
