import { expect, test } from 'vitest';
import { Rate } from './rate.ts';

test('a rate is what came within the last five seconds', () => {
  const rate = new Rate();
  expect(rate.perSecond(1000)).toBe(0);
  rate.add(10, 10_000);
  rate.add(15, 12_500);
  expect(rate.perSecond(12_900)).toBe(5);
  expect(rate.perSecond(14_999)).toBe(5);
  expect(rate.perSecond(15_000)).toBe(3);
  expect(rate.perSecond(17_000)).toBe(0);
});

test('a long silence leaves nothing behind', () => {
  const rate = new Rate();
  for (let second = 0; second < 20; second++) rate.add(5, second * 1000);
  expect(rate.perSecond(19_500)).toBe(5);
  expect(rate.perSecond(10_000_000)).toBe(0);
  rate.add(5, 10_000_000);
  expect(rate.perSecond(10_000_500)).toBe(1);
});
