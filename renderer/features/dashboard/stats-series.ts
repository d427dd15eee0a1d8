import type { Stats, StatsInterval } from '../../../collector/contract/stats.ts';
import type { TimeSpan } from '../../lib/chart-scale.ts';
import type { Line } from '../../lib/metric-lines.ts';
import { formatDateTime, parseTime } from '../../lib/time.ts';
import { ALL_TIME, timeBounds, type TimeSearch } from '../../lib/time-range.ts';

// What the figures of a project say over time, ready to be drawn.

export type StatsPoint = Stats['series'][number];

const INTERVAL_MS: Readonly<Record<StatsInterval, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** The stretch of time that a point's sums are of. */
export function pointSpan(point: Pick<StatsPoint, 'time'>, interval: StatsInterval): TimeSpan {
  const startMs = parseTime(point.time);
  return { startMs, endMs: startMs + INTERVAL_MS[interval] };
}

/** A shorter axis would make of a few points a few blocks. */
const FEWEST_INTERVALS = 12;

/**
 * The time axis: the intervals that what was asked for touches, else from the first point to the end of the last, or a
 * little before. They are whole, as points are: one that began before it would be drawn over the values' labels.
 */
export function statsTime({ series, interval }: Stats, search: TimeSearch, nowMs: number): TimeSpan {
  const stepMs = INTERVAL_MS[interval];
  const spans = series.map((point) => pointSpan(point, interval));
  const startOf = (timeMs: number): number => Math.floor(timeMs / stepMs) * stepMs;
  const { from_timestamp: from, to_timestamp: to } = timeBounds(search, nowMs);
  const asked = to === undefined ? undefined : parseTime(to);
  const lastMs = search.range === undefined ? asked : nowMs;
  const endMs = lastMs === undefined ? (spans.at(-1)?.endMs ?? nowMs) : startOf(lastMs) + stepMs;
  if (from !== undefined) return { startMs: startOf(parseTime(from)), endMs };
  const least = endMs - FEWEST_INTERVALS * stepMs;
  return { startMs: Math.min(spans[0]?.startMs ?? least, least), endMs };
}

/** The whole intervals that a stretch of time touches, as the time range of an address. */
export function narrowTo({ startMs, endMs }: TimeSpan, interval: StatsInterval): TimeSearch {
  const stepMs = INTERVAL_MS[interval];
  const from = Math.floor(startMs / stepMs) * stepMs;
  // Inclusive: the last moment of the last interval.
  const to = Math.max(from + stepMs, Math.ceil(endMs / stepMs) * stepMs) - 1;
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
      return y === null ? [] : [{ x: pointSpan(point, interval).startMs + INTERVAL_MS[interval] / 2, y }];
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

const utcDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `12:04`, `14 Feb 09:00` or `14 Feb 2026 UTC`: an interval by its start, in local time unless it is a day. */
export function intervalLabel(
  point: Pick<StatsPoint, 'time'>,
  interval: StatsInterval,
  nowMs: number,
): string {
  const startMs = parseTime(point.time);
  // The collector sums up days of UTC.
  return interval === 'day' ? `${utcDay.format(startMs)} UTC` : formatDateTime(startMs, nowMs);
}
