import { check, double, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  axisTicks,
  chooseLabel,
  findIdleGaps,
  labelledTicks,
  panWindow,
  placeBar,
  printWindow,
  readWindow,
  scaleWindow,
  windowOf,
  zoomWindow,
  runningEnd,
} from './waterfall.ts';

const window = { startMs: 1000, endMs: 2000 };

describe('a bar', () => {
  test('stands where its times are', () =>
    expect(placeBar(1250, 1500, window)).toEqual({ left: 0.25, width: 0.25 }));
  test('is cut at the edges of the window', () =>
    expect(placeBar(500, 5000, window)).toEqual({ left: 0, width: 1 }));
  test('outside the window there is none', () => expect(placeBar(2100, 2200, window)).toBeNull());
  test('of no length in a window of no length is still placed', () =>
    expect(placeBar(5, 5, { startMs: 5, endMs: 5 })).toEqual({ left: 0, width: 0 }));
});

describe('the axis', () => {
  test('has round values', () => {
    const offsets = axisTicks({ startMs: 0, endMs: 14_820 }, 0, 6).map((tick) => tick.offsetMs);
    expect(offsets).toEqual([0, 5000, 10_000]);
  });

  test('of several days has whole ones', () => {
    const day = 86_400_000;
    const ticks = axisTicks({ startMs: 0, endMs: 10 * day }, 0, 8);
    expect(ticks.map(({ offsetMs }) => offsetMs / day)).toEqual([0, 2, 4, 6, 8, 10]);
  });

  test('counts from the start of the trace when zoomed', () => {
    const ticks = axisTicks({ startMs: 1_004_600, endMs: 1_012_300 }, 1_000_000, 4);
    expect(ticks.map((tick) => tick.offsetMs)).toEqual([6000, 8000, 10_000, 12_000]);
  });

  test('names the ticks whose labels end on it', () => {
    const ticks = axisTicks({ startMs: 0, endMs: 1000 }, 0, 4);
    expect(ticks.map(({ left }) => left)).toEqual([0, 0.5, 1]);
    expect(labelledTicks(ticks, 400).map(({ left }) => left)).toEqual([0, 0.5]);
    expect(labelledTicks(ticks, 80).map(({ left }) => left)).toEqual([0]);
  });

  test('never has more ticks than asked for, all inside the window', () => {
    const length = double({ min: 0.001, max: 1e9, noNaN: true });
    const law = check(
      property(length, integer({ min: 1, max: 20 }), (lengthMs, limit) => {
        const ticks = axisTicks({ startMs: 0, endMs: lengthMs }, 0, limit);
        return ticks.length <= limit + 1 && ticks.every(({ left }) => left >= 0 && left <= 1);
      }),
    );
    expect(law.failed, JSON.stringify(law.counterexample)).toBe(false);
  });

  test('of no length has none', () => expect(axisTicks({ startMs: 1, endMs: 1 }, 0, 5)).toEqual([]));
});

describe('a label', () => {
  const places = (left: number, width: number, hasMark = false): string =>
    chooseLabel({ left, width }, 400, ['1.31 s'], hasMark ? ['inside'] : []).place;
  test('goes inside when it fits', () => expect(places(0, 0.5)).toBe('inside'));
  test('goes after the bar when it does not, or when the first token is marked there', () => {
    expect(places(0.2, 0.02)).toBe('after');
    expect(places(0.2, 0.5, true)).toBe('after');
  });
  test('goes before the bar at the end of the axis', () => expect(places(0.97, 0.03)).toBe('before'));
  test('leaves a place alone that something else has taken', () =>
    expect(chooseLabel({ left: 0.5, width: 0.02 }, 400, ['1.31 s'], ['after']).place).toBe('before'));
  test('takes room of what can be cut short where there is none else, with its shortest', () => {
    const beside = (left: number, yielding: 'after' | 'before') =>
      chooseLabel({ left, width: 0.01 }, 400, ['800 ms · tool', '800 ms'], [], [yielding]);
    expect(beside(0.99, 'before')).toEqual({ label: '800 ms', place: 'before' });
    expect(beside(0, 'after')).toEqual({ label: '800 ms', place: 'after' });
    expect(beside(0.5, 'after')).toEqual({ label: '800 ms · tool', place: 'before' });
  });
  test('is the longest one that fits', () => {
    const long = '1.94 s · TimeoutError: upstream did not answer in time at all';
    expect(chooseLabel({ left: 0.5, width: 0.1 }, 400, [long, '1.94 s'], [])).toEqual({
      label: '1.94 s',
      place: 'after',
    });
  });
});

test('zooming takes the points in any order and never ends in nothing', () => {
  expect(zoomWindow(window, 0.75, 0.25)).toEqual({ startMs: 1250, endMs: 1750 });
  const tiny = zoomWindow(window, 1, 1);
  expect(tiny.endMs).toBeGreaterThan(tiny.startMs);
});

test('scaling keeps the point that it is about, within the whole', () => {
  expect(scaleWindow(window, window, 0.5, 1500)).toEqual({ startMs: 1250, endMs: 1750 });
  expect(scaleWindow({ startMs: 1000, endMs: 1100 }, window, 4, 1000)).toEqual({
    startMs: 1000,
    endMs: 1400,
  });
  expect(scaleWindow(window, window, 2, 1500)).toEqual(window);
});

test('scaling goes on to what is short, in however long a trace', () => {
  const days = { startMs: 1_770_000_000_000, endMs: 1_770_000_000_000 + 3 * 86_400_000 };
  let shown = days;
  for (let step = 0; step < 100; step += 1) shown = scaleWindow(shown, days, 0.7, days.startMs + 1.5);
  expect(shown.endMs - shown.startMs).toBeCloseTo(0.01, 3);
  expect(readWindow(printWindow(shown, days), days)).not.toBeNull();
});

test('the window of what took no time is one, within the whole', () => {
  expect(windowOf({ startMs: 1200, endMs: 1400 }, window)).toEqual({ startMs: 1200, endMs: 1400 });
  const end = windowOf({ startMs: 2000, endMs: 2000 }, window);
  expect(end.startMs).toBeLessThan(2000);
  expect(end.endMs).toBe(2000);
});

test('panning stops at the ends of the whole', () => {
  const part = { startMs: 1200, endMs: 1400 };
  expect(panWindow(part, window, 0.5)).toEqual({ startMs: 1300, endMs: 1500 });
  expect(panWindow(part, window, -5)).toEqual({ startMs: 1000, endMs: 1200 });
  expect(panWindow(part, window, 5)).toEqual({ startMs: 1800, endMs: 2000 });
});

test('a window is told in the address, and all of it as nothing', () => {
  expect(printWindow({ startMs: 1250, endMs: 1500.5 }, window)).toBe('1250-1500.5');
  expect(printWindow(window, window)).toBeUndefined();
  expect(readWindow('1250-1500.5', window)).toEqual({ startMs: 1250, endMs: 1500.5 });
  expect(readWindow('1250-9000', window)).toEqual({ startMs: 1250, endMs: 2000 });
  expect(readWindow('250-1500', window)).toEqual({ startMs: 1000, endMs: 1500 });
  for (const text of [undefined, '', '1200', '1500-1250', '2000-3000', '-1200-1300', 'a-b'])
    expect(readWindow(text, window)).toBeNull();
});

test('a window stays where it is when the whole begins earlier', () => {
  const part = { startMs: 1250, endMs: 1500 };
  expect(readWindow(printWindow(part, window), { ...window, startMs: 0 })).toEqual(part);
});

test('gaps longer than a tenth are found, overlaps are not gaps', () => {
  const busy = [
    { startMs: 1500, endMs: 1600 },
    { startMs: 1000, endMs: 1300 },
    { startMs: 1050, endMs: 1350 },
    { startMs: 1100, endMs: 1120 },
  ];
  expect(findIdleGaps(busy, window)).toEqual([
    { startMs: 1350, endMs: 1500 },
    { startMs: 1600, endMs: 2000 },
  ]);
});

test.for([
  [-5000, 0],
  [999, 0],
  [12_900, 12_000],
  [63_900, 63_000],
  [64_000, 64_000],
  [65_900, 64_000],
  [1_830_000, 1_824_000],
] as const)('the window of what has run for %i ms ends after %i', ([ranMs, lengthMs]) =>
  expect(runningEnd(7_000_500, 7_000_500 + ranMs)).toBe(7_000_500 + lengthMs),
);

test('the window of what runs grows by a thirtieth at most from half a minute on, and never shrinks', () => {
  let before = runningEnd(0, 32_000);
  for (let nowMs = 32_000; nowMs < 10_000_000; nowMs += 500) {
    const end = runningEnd(0, nowMs);
    expect(end).toBeGreaterThanOrEqual(before);
    expect(end - before).toBeLessThanOrEqual(before / 30);
    expect(nowMs - end).toBeLessThan(nowMs / 30);
    before = end;
  }
});
