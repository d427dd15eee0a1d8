import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Config } from '../config/config.ts';
import { RetentionTimer } from './retention-timer.ts';

const NOW = 1_770_000_000_000;
let settings: Config['otel']['retention'];
const SETTINGS = { days: 1, max_spans: null, max_bytes: null, check_interval_secs: 60 };

let asked: number[];
let policies: object[];
let answer: () => Promise<void>;
let timer: RetentionTimer;
beforeEach(() => {
  vi.useFakeTimers();
  [asked, policies] = [[], []];
  settings = { ...SETTINGS };
  answer = () => Promise.resolve();
  const retain = (policy: object, nowMs: number): Promise<void> => {
    asked.push(nowMs);
    policies.push(policy);
    return answer();
  };
  timer = new RetentionTimer(settings, { retain }, () => NOW);
});
afterEach(() => {
  timer.stop();
  vi.useRealTimers();
});

test('it is asked at the start and then at each interval, until it is stopped', async () => {
  timer.start();
  await vi.advanceTimersByTimeAsync(150_000);
  expect(asked).toEqual([NOW, NOW, NOW]);
  timer.stop();
  await vi.advanceTimersByTimeAsync(150_000);
  expect(asked).toHaveLength(3);
});

test('with any one bound it is asked for all of them, and without one for nothing', async () => {
  timer.start();
  for (const bounds of [
    { days: null, max_spans: 5 },
    { max_spans: null, max_bytes: 7 },
    { max_bytes: null },
    { days: 3 },
  ]) {
    Object.assign(settings, bounds);
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(policies).toEqual([
    { days: 1, maxSpans: null, maxBytes: null },
    { days: null, maxSpans: 5, maxBytes: null },
    { days: null, maxSpans: null, maxBytes: 7 },
    { days: 3, maxSpans: null, maxBytes: null },
  ]);
});

test('a check that fails keeps no other from its turn', async () => {
  answer = () => Promise.reject(new Error('the disk is full'));
  timer.start();
  await vi.advanceTimersByTimeAsync(150_000);
  expect(asked).toHaveLength(3);
});

test('a check that takes longer than the interval is not joined by the next', async () => {
  let end = (): void => {};
  answer = () => new Promise((resolve) => (end = resolve));
  timer.start();
  await vi.advanceTimersByTimeAsync(150_000);
  expect(asked).toHaveLength(1);
  end();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toHaveLength(2);
});

test('nor is one that is under way at a stop followed by another', async () => {
  let end = (): void => {};
  answer = () => new Promise((resolve) => (end = resolve));
  timer.start();
  timer.stop();
  end();
  await vi.advanceTimersByTimeAsync(150_000);
  expect(asked).toHaveLength(1);
});

test('another interval counts at once, from the last check on, though not beside one that is under way', async () => {
  timer.start();
  await vi.advanceTimersByTimeAsync(1000);
  settings.check_interval_secs = 10;
  timer.settingsChanged();
  await vi.advanceTimersByTimeAsync(8999);
  expect(asked).toHaveLength(1);
  let end = (): void => {};
  answer = () => new Promise((resolve) => (end = resolve));
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  timer.settingsChanged();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(2);
  end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(3);
});
