import { expect, test } from 'vitest';
import { OperationTimes } from './operation-times.ts';

test('what an operation takes is what it took lately', () => {
  const times = new OperationTimes();
  expect(times.expectedMs('stats')).toBe(1);
  times.learn('stats', 40);
  expect(times.expectedMs('stats')).toBe(40);
  for (let n = 0; n < 30; n++) times.learn('stats', 8);
  expect(times.expectedMs('stats')).toBeCloseTo(8, 1);
  times.learn('listTraces', 0.2);
  expect(times.expectedMs('listTraces')).toBe(1);
});
