import { expect, test } from 'vitest';
import { costOf, Pace } from './pace.ts';

test('is what the last commits tell, in either direction', () => {
  const pace = new Pace();
  for (let i = 0; i < 40; i++) pace.took(4000, 1000);
  expect(pace.msFor(4000)).toBeCloseTo(1000, -1);
  for (let i = 0; i < 40; i++) pace.took(4000, 100);
  expect(pace.msFor(4000)).toBeCloseTo(100, -1);
  expect(pace.costIn(pace.msFor(1234))).toBeCloseTo(1234);
});

test('a commit of little says nothing of slowness', () => {
  const pace = new Pace();
  const before = pace.msFor(1000);
  for (let i = 0; i < 100; i++) pace.took(costOf({ items: 1, bytes: 500 }), 50);
  expect(pace.msFor(1000)).toBe(before);
});

test('a database that was locked is not slow for long', () => {
  const pace = new Pace();
  for (let i = 0; i < 40; i++) pace.took(4000, 100);
  pace.took(4000, 600_000);
  expect(pace.msFor(4000)).toBeGreaterThan(200);
  for (let i = 0; i < 20; i++) pace.took(500, 10);
  expect(pace.msFor(4000)).toBeLessThan(200);
});
