import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SlowDrain } from './slow-drain.ts';

const MEGABYTE = 1024 * 1024;
let now = 0;
beforeEach(() => {
  now = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

/** A body that is read in pieces for as long as it is let. */
class Body {
  read = 0;
  readonly #drain: SlowDrain;
  readonly #size: number;

  constructor(drain: SlowDrain, size: number) {
    this.#drain = drain;
    this.#size = size;
    this.#next();
  }

  #next(): void {
    if (this.read >= this.#size) return;
    this.read += 65_536;
    this.#drain.read(65_536, () => this.#next());
  }
}

const pass = (ms: number): void => {
  for (let i = 0; i < ms; i += 5) {
    now += 5;
    vi.advanceTimersByTime(5);
  }
};

test('bodies are read in turns, all of them together with 16 MB a second', () => {
  const drain = new SlowDrain(() => now);
  const large = Array.from({ length: 8 }, () => new Body(drain, 100 * MEGABYTE));
  const small = new Body(drain, MEGABYTE);
  pass(1000);
  const all = [...large, small].reduce((sum, { read }) => sum + read, 0);
  expect(all).toBeGreaterThan(15 * MEGABYTE);
  expect(all).toBeLessThan(18 * MEGABYTE);
  expect(small.read).toBe(MEGABYTE);
  const reads = large.map(({ read }) => read);
  expect(Math.max(...reads) - Math.min(...reads)).toBeLessThanOrEqual(65_536);
});

test('one alone is read to its end, and then nothing runs', () => {
  const body = new Body(new SlowDrain(() => now), 3 * MEGABYTE);
  pass(300);
  expect(body.read).toBe(3 * MEGABYTE);
  expect(vi.getTimerCount()).toBe(0);
});
