import { timeTicks, type TimeTick } from '../../lib/time-ticks.ts';
import { intervalAround } from './stats-series.ts';

/**
 * At most `count` + 1 labels for an axis of days, which it begins and ends with: each under the middle of the day that it
 * names, or of a month's first.
 */
export function dayTicks(startMs: number, endMs: number, count: number): readonly TimeTick[] {
  return timeTicks(startMs, endMs, count).flatMap(({ timeMs, label }) => {
    const day = intervalAround(timeMs, 'day');
    if (day.startMs !== timeMs || timeMs >= endMs) return [];
    return [{ timeMs: (day.startMs + day.endMs) / 2, label }];
  });
}
