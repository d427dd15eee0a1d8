import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Looks } from './looks.ts';

let seen: number[];
let isWrong: boolean;
let looks: Looks;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  seen = [];
  isWrong = false;
  looks = new Looks(() => {
    seen.push(Date.now() / 1000);
    return isWrong;
  });
  looks.start();
  onTestFinished(() => {
    looks.stop();
    vi.useRealTimers();
  });
});

test('what is idle is looked at every minute', () => {
  vi.advanceTimersByTime(130_000);
  expect(seen).toEqual([60, 120]);
});

test('a look comes five seconds after something has begun, however much follows, and then seldom again', () => {
  vi.advanceTimersByTime(1000);
  looks.lookSoon();
  vi.advanceTimersByTime(2000);
  looks.lookSoon();
  vi.advanceTimersByTime(6000);
  looks.lookSoon();
  vi.advanceTimersByTime(70_000);
  expect(seen).toEqual([6, 14, 74]);
});

test('what may be wrong is looked at every five seconds until it is well', () => {
  isWrong = true;
  vi.advanceTimersByTime(72_000);
  isWrong = false;
  vi.advanceTimersByTime(70_000);
  expect(seen).toEqual([60, 65, 70, 75, 135]);
});

test('nothing is looked at before the start and after the stop', () => {
  looks.stop();
  looks.lookSoon();
  vi.advanceTimersByTime(70_000);
  expect(seen).toEqual([]);
});

test('a look that ends them is the last', () => {
  let count = 0;
  const own = new Looks(() => {
    count++;
    own.stop();
    return true;
  });
  own.start();
  vi.advanceTimersByTime(200_000);
  expect(count).toBe(1);
});
