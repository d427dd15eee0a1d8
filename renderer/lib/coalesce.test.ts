import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCoalescer } from './coalesce.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a burst becomes one batch, and at most ten batches a second', async () => {
  const batches: number[][] = [];
  const coalescer = createCoalescer<number>(
    async (batch) => {
      batches.push([...batch]);
    },
    { intervalMs: 100, firstMs: 20 },
  );
  for (let item = 0; item < 1000; item += 1) {
    coalescer.add(item);
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(200);
  expect(batches.flat()).toEqual(Array.from({ length: 1000 }, (_, item) => item));
  expect(batches.length).toBeLessThanOrEqual(11);
});

test('the next batch waits until the last one is dealt with', async () => {
  const batches: number[][] = [];
  let finish = (): void => undefined;
  const coalescer = createCoalescer<number>(
    (batch) => {
      batches.push([...batch]);
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
    { intervalMs: 100 },
  );
  coalescer.add(1);
  await vi.advanceTimersByTimeAsync(10);
  coalescer.add(2);
  coalescer.add(3);
  await vi.advanceTimersByTimeAsync(5000);
  expect(batches).toEqual([[1]]);
  finish();
  await vi.advanceTimersByTimeAsync(150);
  expect(batches).toEqual([[1], [2, 3]]);
});

test('what takes long rests in proportion, for seconds at most', async () => {
  let takesMs = 1000;
  const begun: number[] = [];
  const coalescer = createCoalescer<number>(
    () => {
      begun.push(performance.now());
      return new Promise((resolve) => setTimeout(resolve, takesMs));
    },
    { intervalMs: 100, rest: 2 },
  );
  const began = performance.now();
  for (const ms of [10, 1000, 60_000]) {
    takesMs = ms;
    coalescer.add(1);
    await vi.advanceTimersByTimeAsync(1);
    coalescer.add(2);
    await vi.advanceTimersByTimeAsync(200_000);
  }
  const after = begun.map((at, i) => Math.round(at - (begun[i - 1] ?? began)));
  // Each second one: never sooner than the interval, then three times as long, then five seconds after its end.
  expect([after[1], after[3], after[5]]).toEqual([100, 3000, 65_000]);
});

test('after stop nothing is handed on', async () => {
  const handle = vi.fn(() => Promise.resolve());
  const coalescer = createCoalescer<number>(handle, { intervalMs: 100 });
  coalescer.add(1);
  coalescer.stop();
  coalescer.add(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(handle).not.toHaveBeenCalled();
});
