import { describe, expect, test } from 'vitest';
import { Settling } from './settle-down.ts';

/** Looks at a thread that is busy for that share of its time, for so many milliseconds; answers after how many it was quiet. */
function look(settling: Settling, utilization: number, forMs: number, process = utilization): number[] {
  const quietAt: number[] = [];
  for (let ms = 0; ms < forMs;) {
    const { nextMs } = settling;
    ms += nextMs;
    if (settling.see({ active: utilization * nextMs, utilization, process }).isQuiet) quietAt.push(ms);
  }
  return quietAt;
}

const HOUR_MS = 3_600_000;

describe('a thread', () => {
  test('that only started is quiet at once, and once only', () => {
    const settling = new Settling();
    expect(look(settling, 0.4, 500)).toEqual([]);
    expect(look(settling, 0.001, HOUR_MS)).toEqual([500]);
    expect(settling.nextMs).toBe(60_000);
  });

  test('that is quiet and has still something to do is quiet a look later', () => {
    const settling = new Settling();
    const idle = { active: 0, utilization: 0, process: 0 };
    expect(settling.see(idle)).toEqual({ hasEnded: true, isQuiet: true });
    settling.lookAgain();
    expect(settling.nextMs).toBe(500);
    expect(settling.see(idle)).toEqual({ hasEnded: true, isQuiet: true });
    expect(settling.see(idle)).toEqual({ hasEnded: false, isQuiet: false });
  });

  test('that is quiet waits until those beside it are', () => {
    const settling = new Settling();
    expect(look(settling, 0.001, HOUR_MS, 0.9)).toEqual([]);
    expect(look(settling, 0.001, HOUR_MS, 0.1)).toEqual([500]);
  });

  test('that works is quiet a minute after it has stopped, each time', () => {
    const settling = new Settling();
    expect(look(settling, 0.9, 10_000)).toEqual([]);
    expect(look(settling, 0, HOUR_MS)).toEqual([60_000]);
    expect(look(settling, 0.9, HOUR_MS)).toEqual([]);
    expect(look(settling, 0, HOUR_MS)).toEqual([60_000]);
  });

  test.for([0.01, 0.5])(
    'that never stops for a minute never is, though it works for %d of its time',
    (share) => {
      const settling = new Settling();
      look(settling, 0.9, 10_000);
      look(settling, 0, 60_000);
      for (let minute = 0; minute < 60; minute++) {
        expect(look(settling, share, 30_000)).toEqual([]);
        expect(look(settling, 0, 30_000)).toEqual([]);
      }
    },
  );
});
