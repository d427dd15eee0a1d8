import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StorageProbe } from './storage-probe.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('tries while nobody else does, until something was written', () => {
  const tried = vi.fn();
  const probe = new StorageProbe(tried, 1000);
  vi.advanceTimersByTime(5000);
  expect(tried).not.toHaveBeenCalled();
  probe.refused();
  // Just tried, and refused.
  vi.advanceTimersByTime(1000);
  expect(tried).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(tried).toHaveBeenCalledTimes(1);
  probe.refused();
  vi.advanceTimersByTime(2000);
  expect(tried).toHaveBeenCalledTimes(2);
  probe.wrote();
  vi.advanceTimersByTime(10_000);
  expect(tried).toHaveBeenCalledTimes(2);
  probe.refused();
  vi.advanceTimersByTime(2000);
  expect(tried).toHaveBeenCalledTimes(3);
});
