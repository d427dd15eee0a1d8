import { expect, test } from 'vitest';
import { stripMarks } from './session-strip.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const trace = (id: string, start: number, end: number) => ({ id, start_time: at(start), end_time: at(end) });
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
  expect(marks.map(({ traces }) => traces.map((item) => item.trace.id))).toEqual([['a', 'b'], ['c']]);
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
