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
/** Clocks that change at midnight have not yet changed so long before. */
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
    // The clocks may have changed since a day began; within an hour they change at its ends alone.
    return wallMs - (interval === 'day' ? offsetAt(wallMs - offset - BEFORE_MIDNIGHT_MS) : offset);
  };
}
