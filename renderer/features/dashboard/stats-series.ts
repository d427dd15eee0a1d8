import type { Stats, StatsInterval } from '../../../collector/contract/stats.ts';
import type { TimeSpan } from '../../lib/chart-scale.ts';
import type { Line } from '../../lib/metric-lines.ts';
import { formatDateTime, formatDayOfYear, parseTime } from '../../lib/time.ts';
import { ALL_TIME, timeBounds, type TimeSearch } from '../../lib/time-range.ts';

// What the figures of a project say over time, ready to be drawn.

export type StatsPoint = Stats['series'][number];

const INTERVAL_MS: Readonly<Record<StatsInterval, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** The interval that a moment is in, as local clocks have it. */
export function intervalAround(timeMs: number, interval: StatsInterval): TimeSpan {
  const stepMs = INTERVAL_MS[interval];
  if (interval === 'day') {
    const startMs = new Date(timeMs).setHours(0, 0, 0, 0);
    const next = new Date(startMs);
    next.setDate(next.getDate() + 1);
    return { startMs, endMs: next.setHours(0, 0, 0, 0) };
  }
  // Not by the clock alone, which shows an hour twice when it goes back.
  const offsetMs = new Date(timeMs).getTimezoneOffset() * INTERVAL_MS.minute;
  const startMs = Math.floor((timeMs - offsetMs) / stepMs) * stepMs + offsetMs;
  return { startMs, endMs: startMs + stepMs };
}

/** How far apart the points of two neighbouring intervals are at most: a day can have an hour more. */
export const mostStepMs = (interval: StatsInterval): number => INTERVAL_MS[interval] * 1.5;

/** The stretch of time that a point's sums are of. */
export const pointSpan = (point: Pick<StatsPoint, 'time'>, interval: StatsInterval): TimeSpan =>
  intervalAround(parseTime(point.time), interval);

/** A shorter axis would make of a few points a few blocks. */
const FEWEST_INTERVALS = 12;

/**
 * The time axis: the intervals that what was asked for touches, else from the first point to the end of the last, or a
 * little before. They are whole, as points are: one that began before it would be drawn over the values' labels.
 */
export function statsTime({ series, interval }: Stats, search: TimeSearch, nowMs: number): TimeSpan {
  const spans = series.map((point) => pointSpan(point, interval));
  const around = (timeMs: number): TimeSpan => intervalAround(timeMs, interval);
  const { from_timestamp: from, to_timestamp: to } = timeBounds(search, nowMs);
  const asked = to === undefined ? undefined : parseTime(to);
  const lastMs = search.range === undefined ? asked : nowMs;
  const endMs = lastMs === undefined ? (spans.at(-1)?.endMs ?? nowMs) : around(lastMs).endMs;
  if (from !== undefined) return { startMs: around(parseTime(from)).startMs, endMs };
  const least = around(endMs - FEWEST_INTERVALS * INTERVAL_MS[interval]).startMs;
  return { startMs: Math.min(spans[0]?.startMs ?? least, least), endMs };
}

/** The whole intervals that a stretch of time touches, as the time range of an address. */
export function narrowTo({ startMs, endMs }: TimeSpan, interval: StatsInterval): TimeSearch {
  const from = intervalAround(startMs, interval).startMs;
  // Inclusive: the last moment of the last interval.
  const to = intervalAround(Math.max(startMs, endMs - 1), interval).endMs - 1;
  return {
    ...ALL_TIME,
    from_timestamp: new Date(from).toISOString(),
    to_timestamp: new Date(to).toISOString(),
  };
}

/** Lines through the middles of the intervals; where a value is null its line has no point. */
export function statsLines(
  { series, interval }: Stats,
  names: readonly string[],
  valuesOf: (point: StatsPoint) => readonly (number | null)[],
): readonly Line[] {
  return names.map((name, index) => ({
    name,
    points: series.flatMap((point) => {
      const y = valuesOf(point)[index] ?? null;
      const { startMs, endMs } = pointSpan(point, interval);
      return y === null ? [] : [{ x: (startMs + endMs) / 2, y }];
    }),
  }));
}

/** Tokens by what they are, each counted once: cached ones are part of the input, thoughts of the output. */
export function tokenKinds(figures: TokenFigures): readonly [number, number, number, number, number] {
  const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens } = figures;
  return [
    Math.max(0, input_tokens - cache_read_tokens - cache_write_tokens),
    cache_read_tokens,
    cache_write_tokens,
    Math.max(0, output_tokens - reasoning_tokens),
    reasoning_tokens,
  ];
}

type TokenFigures = Pick<
  StatsPoint,
  'input_tokens' | 'output_tokens' | 'cache_read_tokens' | 'cache_write_tokens' | 'reasoning_tokens'
>;

/** `12:04`, `14 Feb 09:00` or `14 Feb 2026`: an interval by its start, in local time. */
export function intervalLabel(
  point: Pick<StatsPoint, 'time'>,
  interval: StatsInterval,
  nowMs: number,
): string {
  const startMs = parseTime(point.time);
  return interval === 'day' ? formatDayOfYear(startMs) : formatDateTime(startMs, nowMs);
}
