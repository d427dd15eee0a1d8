import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Config } from '../config/config.ts';
import { RetentionTimer } from './retention-timer.ts';

const NOW = 1_770_000_000_000;
let settings: Config['otel']['retention'];
const SETTINGS = { days: 1, max_spans: 9, max_bytes: null, check_interval_secs: 60 };

let asked: number[];
let policies: object[];
let answer: () => Promise<number>;
let now: number;
let warnings: string[];
let told: string[];
let timer: RetentionTimer;
beforeEach(() => {
  vi.useFakeTimers();
  [asked, policies, warnings, told] = [[], [], [], []];
  now = NOW;
  settings = { ...SETTINGS };
  answer = () => Promise.resolve(0);
  const retain = (policy: object, nowMs: number): Promise<number> => {
    asked.push(nowMs);
    policies.push(policy);
    return answer();
  };
  timer = new RetentionTimer(
    settings,
    { retain },
    {
      now: () => now,
      log: { info: (text) => void told.push(text), warn: (text) => void warnings.push(text) },
    },
  );
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
    { days: null, maxSpans: 9, maxBytes: null },
    { days: null, maxSpans: 5, maxBytes: null },
    { days: null, maxSpans: null, maxBytes: 7 },
    { days: 3, maxSpans: null, maxBytes: null },
  ]);
});

test('what is too old stays at the start, and where the clock ran ahead until it is found so again', async () => {
  Object.assign(settings, { max_spans: null });
  const DAY = 86_400_000;
  timer.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([]);
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    await vi.advanceTimersByTimeAsync(60_000);
  };
  await pass(60_000);
  expect(asked).toEqual([NOW + 60_000]);
  // Wrong for one look, then right again.
  await pass(900 * DAY);
  expect([asked.length, warnings.length]).toEqual([1, 1]);
  await pass(60_000 - 900 * DAY);
  expect(asked.at(-1)).toBe(NOW + 120_000);
  // As after a sleep.
  await pass(2 * DAY);
  expect([asked.length, warnings.length]).toEqual([2, 2]);
  await pass(60_000);
  expect([asked.length, warnings.length]).toEqual([3, 2]);
  expect(asked.at(-1)).toBe(now);
});

test('whether the clock is right is looked at within a minute, however rarely the bounds are', async () => {
  Object.assign(settings, { max_spans: null, check_interval_secs: 3600 });
  timer.start();
  for (const minutes of [1, 59, 1]) {
    now += minutes * 60_000;
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
  }
  expect(asked).toEqual([NOW + 60_000, NOW + 61 * 60_000]);
});

test('bounds of size are kept at the start, and whatever the clock says', async () => {
  timer.start();
  await vi.advanceTimersByTimeAsync(0);
  now += 900 * 86_400_000;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(policies).toEqual([
    { days: null, maxSpans: 9, maxBytes: null },
    { days: null, maxSpans: 9, maxBytes: null },
  ]);
});

test('a check that fails keeps no other from its turn', async () => {
  answer = () => Promise.reject(new Error('the disk is full'));
  timer.start();
  await vi.advanceTimersByTimeAsync(150_000);
  expect(asked).toHaveLength(3);
});

test('whoever misses a trace finds in the log what became of it', async () => {
  let gone = 2;
  answer = () => Promise.resolve(gone--);
  timer.start();
  await vi.advanceTimersByTimeAsync(150_000);
  expect(told).toEqual([
    'retention deleted 2 traces past its bounds',
    'retention deleted a trace past its bounds',
  ]);
});

test('a check that takes longer than the interval is not joined by the next', async () => {
  let end = (_traces: number): void => {};
  answer = () => new Promise((resolve) => (end = resolve));
  timer.start();
  await vi.advanceTimersByTimeAsync(150_000);
  expect(asked).toHaveLength(1);
  end(0);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toHaveLength(2);
});

test('nor is one that is under way at a stop followed by another', async () => {
  let end = (_traces: number): void => {};
  answer = () => new Promise((resolve) => (end = resolve));
  timer.start();
  timer.stop();
  end(0);
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
  let end = (_traces: number): void => {};
  answer = () => new Promise((resolve) => (end = resolve));
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  timer.settingsChanged();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(2);
  end(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(3);
});
