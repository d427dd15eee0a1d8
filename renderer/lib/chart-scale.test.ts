import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelX, labelsWidth, niceTicks, plotScale, splitAtGaps, thinOut } from './chart-scale.ts';
import { DURATION_AXIS, durationStep } from './value-axis.ts';

test('ticks are round numbers around the values', () => {
  expect(niceTicks(0, 104, 4)).toEqual([0, 50, 100, 150]);
  expect(niceTicks(0, 0.3, 3)).toEqual([0, 0.1, 0.2, 0.3]);
  expect(niceTicks(0, 0, 4)).toEqual([0, 1]);
});

test.for([
  [4000, ['0', '1 s', '2 s', '3 s', '4 s']],
  [100_000, ['0', '30 s', '1 min', '1 min 30 s', '2 min']],
  [5 * 60_000, ['0', '2 min', '4 min', '6 min']],
  [6 * 3_600_000, ['0', '2 h', '4 h', '6 h']],
  [20 * 86_400_000, ['0', '5 d', '10 d', '15 d', '20 d']],
] as const)('durations up to %s ms have ticks that are round on a clock', ([high, labels]) => {
  expect(niceTicks(0, high, 4, durationStep).map(DURATION_AXIS.label)).toEqual(labels);
});

test('ticks of durations are few, and hold the values', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (high) => {
      const ticks = niceTicks(0, high, 4, durationStep);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high * (1 - 1e-8));
    }),
  );
});

test('labels of values have the room that the longest needs', () => {
  expect(labelsWidth(['0', '5'])).toBe(labelsWidth(['0', '10']));
  expect(labelsWidth(['0', '1,000,000 k'])).toBeGreaterThan(labelsWidth(['0', '100 M']));
});

test('ticks always hold the values, and are few', () => {
  const value = fc.double({ min: -1e12, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const ticks = niceTicks(low, high, 4);
      expect(ticks.length).toBeLessThanOrEqual(7);
      // What lies beyond a tick by less than can be seen needs no tick more.
      const unseen = (high - low) * 1e-8 + Math.max(Math.abs(low), Math.abs(high)) * 1e-9 + 1e-280;
      expect(ticks[0]).toBeLessThanOrEqual(low + unseen);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high - unseen);
    }),
  );
});

test('thinning keeps the least, the greatest and the order', () => {
  const points = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(points, fc.integer({ min: 1, max: 50 }), (values, columns) => {
      const all = values.map((y, x) => ({ x, y }));
      const kept = thinOut(all, columns);
      expect(Math.min(...kept.map(({ y }) => y))).toBe(Math.min(...values));
      expect(Math.max(...kept.map(({ y }) => y))).toBe(Math.max(...values));
      expect(kept.map(({ x }) => x)).toEqual(kept.map(({ x }) => x).toSorted((a, b) => a - b));
      expect(kept.length).toBeLessThanOrEqual(Math.max(columns * 2 + 2, 2));
    }),
  );
});

test('a line is split where its points are far apart, and loses none', () => {
  const at = (...times: readonly number[]) => times.map((x) => ({ x, y: 1 }));
  expect(splitAtGaps(at(0, 10, 20, 90, 100, 300), 15)).toEqual([at(0, 10, 20), at(90, 100), at(300)]);
  expect(splitAtGaps(at(0, 10, 20, 90), Infinity)).toEqual([at(0, 10, 20, 90)]);
  expect(splitAtGaps([], 15)).toEqual([]);
});

test('the label of a time stands at its moment, wherever the drawing has room for it', () => {
  const time = { startMs: Date.parse('2026-11-21T12:00:00Z'), endMs: Date.parse('2026-11-21T13:00:00Z') };
  const { left, right, width } = plotScale({ time, low: 0, high: 1 }, 600, 240, 72);
  expect(labelX(left, width, '12:00')).toBe(left);
  expect(labelX(right, width, '13:00')).toBe(579.5);
  expect(labelX(right, width, 'November')).toBe(569);
  expect(labelX(4, width, '12:00')).toBe(20.5);
});

test('a plot places times and values, and finds times again', () => {
  const scale = plotScale({ time: { startMs: 1000, endMs: 5000 }, low: 0, high: 4 }, 500, 230, 50);
  expect([scale.x(1000), scale.x(5000)]).toEqual([50, 488]);
  expect([scale.y(0), scale.y(4)]).toEqual([208, 8]);
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 5000 }), (time) => {
      expect(scale.timeAt(scale.x(time))).toBeCloseTo(time, 6);
    }),
  );
  expect([scale.timeAt(-100), scale.timeAt(9000)]).toEqual([1000, 5000]);
});

test('between counts there are no ticks, and a plot of nothing has places all the same', () => {
  const time = { startMs: 0, endMs: 1 };
  expect(plotScale({ time, low: 0, high: 1, isWhole: true }, 500, 200, 50).valueTicks).toEqual([0, 1]);
  const empty = plotScale({ time: { startMs: Infinity, endMs: -Infinity }, low: 0, high: 0 }, 500, 200, 50);
  expect(Number.isFinite(empty.x(0))).toBe(true);
});
