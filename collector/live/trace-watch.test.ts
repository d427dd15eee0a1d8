import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TraceWatch } from './trace-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MOST = 100_000;

test('of ever more traces within the quiet time the oldest are forgotten', () => {
  const told: string[] = [];
  const watch = new TraceWatch((traceIds) => told.push(...traceIds));
  for (let trace = 0; trace <= MOST; trace++) watch.saw(String(trace), true);
  vi.advanceTimersByTime(5000);
  expect([told.length, told[0], told.at(-1)]).toEqual([MOST, '1', String(MOST)]);
});

test('a stop leaves nothing behind', () => {
  const watch = new TraceWatch(() => expect.unreachable());
  watch.saw('a', true);
  watch.clear();
  expect(vi.getTimerCount()).toBe(0);
});
