import { tzOffset } from '@date-fns/tz';
import type { StatsInterval } from '../contract/stats.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
export const INTERVAL_MS: Readonly<Record<StatsInterval, number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
};
/** Zones change their clocks at multiples of it. */
const STEADY_MS = 15 * MINUTE_MS;
/** So long before it, clocks that are changed at midnight have not been changed yet. */
const BEFORE_MIDNIGHT_MS = 3 * HOUR_MS;

/**
 * When the interval begins that a moment is in, both in milliseconds since 1970: hours and days are those that the clocks of
 * the zone (an IANA name) show, also where they are changed.
 */
export function intervalStarts(interval: StatsInterval, zone: string): (timeMs: number) => number {
  const step = INTERVAL_MS[interval];
  const offsets = new Map<number, number>();
  const offsetAt = (timeMs: number): number => {
    const steady = Math.floor(timeMs / STEADY_MS);
    let offset = offsets.get(steady);
    if (offset === undefined)
      offsets.set(steady, (offset = tzOffset(zone, new Date(steady * STEADY_MS)) * MINUTE_MS));
    return offset;
  };
  const floor = (timeMs: number): number => Math.floor(timeMs / step) * step;
  if (zone === 'UTC') return floor;
  return (timeMs) => {
    const offset = offsetAt(timeMs);
    const wallMs = floor(timeMs + offset);
    let start = wallMs - offset;
    if (interval !== 'day') {
      // Lord Howe Island changes its clocks by half an hour: the rest of an hour begins then.
      while (offsetAt(start) !== offset) start += STEADY_MS;
      return start;
    }
    // The clocks may have changed since the day began, even at its midnight: it begins at the first moment that shows its date.
    const before = wallMs - offsetAt(start - BEFORE_MIDNIGHT_MS);
    const isOfDay = (ms: number): boolean => floor(ms + offsetAt(ms)) === wallMs;
    return isOfDay(before) && (before <= start || !isOfDay(start)) ? before : start;
  };
}
