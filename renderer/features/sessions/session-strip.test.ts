import { expect, test } from 'vitest';
import { stripMarks } from './session-strip.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const trace = (id: string, start: number, end: number, has_error = false) => ({
  id,
  start_time: at(start),
  end_time: at(end),
  has_error,
});
const window = { startMs: Date.UTC(2026, 0, 1), endMs: Date.UTC(2026, 0, 1) + 100_000 };

test('traces that stand apart have a mark each, wide enough to hit', () => {
  const marks = stripMarks([trace('a', 0, 1), trace('b', 50, 60)], window, 1000, 24);
  expect(marks.map(({ place }) => place)).toEqual([
    { left: 0, width: 0.024 },
    { left: 0.5, width: expect.closeTo(0.1) },
  ]);
});

test('traces that would share the room of one are one mark, and the last one stays inside', () => {
  const marks = stripMarks([trace('a', 0, 1), trace('b', 2, 3), trace('c', 100, 100)], window, 1000, 24);
  expect(marks.map(({ first, count, bars }) => [first.id, count, bars.length])).toEqual([
    ['a', 2, 2],
    ['c', 1, 1],
  ]);
  expect(marks.at(-1)?.place).toEqual({ left: 0.976, width: expect.closeTo(0.024) });
});

test('traces that ran at once share the strip, each from its start on', () => {
  const marks = stripMarks([trace('a', 0, 80), trace('b', 20, 90)], window, 1000, 24);
  expect(marks.map(({ place }) => [place.left, place.width])).toEqual([
    [0, 0.2],
    [0.2, expect.closeTo(0.7)],
  ]);
});

test('a strip without room is one mark', () =>
  expect(stripMarks([trace('a', 0, 1), trace('b', 99, 100)], window, 0, 24)).toHaveLength(1));

test('traces that begin at the same pixel are one bar, as long as the longest, but for those with errors', () => {
  const many = Array.from({ length: 200 }, (_, n) => trace(`t${n}`, n / 1000, n === 7 ? 10 : 1, n === 100));
  const [mark, ...others] = stripMarks(many, window, 1000, 24);
  expect(others).toEqual([]);
  expect(mark).toMatchObject({ count: 200, first: { id: 't0' } });
  expect(mark?.bars.map(({ bar, hasError }) => [bar.left, hasError])).toEqual([
    [0, false],
    [expect.closeTo(0.001), true],
    [expect.closeTo(0.00101), false],
  ]);
  expect(mark?.bars[0]?.bar.width).toBeCloseTo(0.1);
});
