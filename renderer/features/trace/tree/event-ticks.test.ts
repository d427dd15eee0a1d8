import { expect, test } from 'vitest';
import { crossLabel, inTimeOrder, placeTicks, ticksBySpan } from './event-ticks.ts';

const mark = (span_id: string, name: string, seconds: number) => ({
  span_id,
  name,
  timestamp: new Date(seconds * 1000).toISOString(),
});
const tick = (timeMs: number, name = 'e') => ({ timeMs, name, isException: name === 'exception' });
const window = { startMs: 0, endMs: 1000 };

test('events are gathered by span, in order of time', () => {
  const ticks = ticksBySpan([mark('a', 'late', 2), mark('b', 'exception', 1), mark('a', 'early', 1)]);
  expect(ticks.get('a')?.map(({ name }) => name)).toEqual(['early', 'late']);
  expect(ticks.get('b')?.[0]).toMatchObject({ timeMs: 1000, isException: true });
});

test('only ticks that can be told apart are drawn, exceptions before others', () => {
  const placed = placeTicks(
    [tick(100), tick(101, 'exception'), tick(102), tick(500), tick(5000)],
    window,
    100,
  );
  expect(placed.map(({ name, left }) => [name, left])).toEqual([
    ['exception', 0.1],
    ['e', 0.5],
  ]);
});

test('events stand as they happened, those of one moment as they were sent', () => {
  const sent = [mark('s', 'last', 9), mark('s', 'first', 1), mark('s', 'b', 5), mark('s', 'a', 5)];
  expect(inTimeOrder(sent).map(({ name }) => name)).toEqual(['first', 'b', 'a', 'last']);
  expect(sent[0]?.name).toBe('last');
});

test('a label is crossed by ticks that stand over it or touch it, not by those elsewhere on its bar', () => {
  const label = { left: 0.2, widthPx: 50 };
  const isCrossedAt = (left: number) => crossLabel([{ ...tick(0), left }], label, 500);
  expect([0.15, 0.19, 0.25, 0.3, 0.31].map(isCrossedAt)).toEqual([false, true, true, true, false]);
  expect(crossLabel([], label, 500)).toBe(false);
});
