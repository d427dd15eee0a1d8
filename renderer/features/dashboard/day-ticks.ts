import { timeTicks, type TimeTick } from '../../lib/time-ticks.ts';

const HALF_A_DAY_MS = 43_200_000;

/**
 * At most `count` + 1 labels for an axis of days of UTC, which it begins and ends with: each under the middle of the day
 * that it names, or of a month's first.
 */
export function utcDayTicks(startMs: number, endMs: number, count: number): readonly TimeTick[] {
  // The same dates as an axis of local days would name.
  return timeTicks(localDay(startMs), localDay(endMs), count).flatMap(({ timeMs, label }) => {
    const day = new Date(timeMs);
    if (new Date(timeMs).setHours(0, 0, 0, 0) !== timeMs) return [];
    const dayMs = Date.UTC(day.getFullYear(), day.getMonth(), day.getDate());
    return dayMs < endMs ? [{ timeMs: dayMs + HALF_A_DAY_MS, label }] : [];
  });
}

/** Where the day that begins by UTC then begins by local time. */
function localDay(timeMs: number): number {
  const time = new Date(timeMs);
  return new Date(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()).getTime();
}
