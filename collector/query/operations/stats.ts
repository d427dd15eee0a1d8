import type { Figures, Stats, StatsGroup, StatsInterval } from '../../contract/stats.ts';
import { ApiError } from '../../errors.ts';
import {
  extent,
  inDollars,
  type FiguresByMinute,
  type StatsRange,
  type TimedSums,
} from '../../store/reader/stats.ts';
import { formatMicros } from '../../contract/format-time.ts';
import type { InProject, Reader } from '../reader.ts';
import { INTERVAL_MS, intervalStarts } from '../intervals.ts';
import { percentiles } from '../percentiles.ts';
import { inProject } from '../whole-values.ts';

interface StatsFilter extends Omit<StatsRange, 'project'> {
  readonly interval?: StatsInterval | undefined;
  /** IANA name of the zone whose hours and days are meant; UTC where it is absent. */
  readonly timeZone?: string | undefined;
  readonly groupBy?: StatsGroup | undefined;
}

/**
 * Past so many points a shorter interval is no longer chosen. Two minutes more than six hours: who follows the last six
 * hours asks for a little more, and would be answered in minutes and in hours by turns.
 */
const FINE_POINTS = 362;
/** Past so many a wanted one is not made. */
const MAX_POINTS = 10_000;
const MAX_GROUPS = 1000;

/** Sums, series and groups of the traces that start in a range. */
export function stats(
  reader: Reader,
  { project: projectId, interval: wanted, timeZone = 'UTC', groupBy, ...range }: InProject & StatsFilter,
): Stats {
  const [project, filter] = inProject(reader, 'traces', projectId, range);
  const within: StatsRange = { ...filter, project };
  const interval = wanted ?? chooseInterval(coveredMs(reader, within));
  const minutes = reader.figures.read(within, null);
  const series = seriesOf(minutes, intervalStarts(interval, timeZone));
  // One span with a wrong clock stretches the range to two centuries, but adds only one point to the series.
  if (series.length > MAX_POINTS) throw tooManyPoints(interval);
  return {
    interval,
    totals: figuresOf([...minutes.values()].flat()),
    series,
    groups: groupBy === undefined ? [] : groupsOf(reader, within, groupBy),
  };
}

const tooManyPoints = (interval: StatsInterval): ApiError =>
  new ApiError(
    'VALIDATION_ERROR',
    `interval ${interval} would make more than ${MAX_POINTS} points: choose a longer one or a shorter range`,
  );

function seriesOf(minutes: FiguresByMinute, startOf: (timeMs: number) => number): Stats['series'] {
  const byStart = new Map<number, TimedSums[]>();
  for (const [minute, figures] of minutes) {
    const start = startOf(minute * INTERVAL_MS.minute);
    const known = byStart.get(start);
    if (known) known.push(...figures);
    else byStart.set(start, [...figures]);
  }
  return [...byStart]
    .toSorted(([a], [b]) => a - b)
    .map(([start, figures]) => ({ time: formatMicros(start * 1000), ...figuresOf(figures) }));
}

function coveredMs(reader: Reader, range: StatsRange): number {
  const covered = extent(reader.statements, range);
  return covered ? (covered.last - covered.first) / 1e6 : 0;
}

const chooseInterval = (coveredFor: number): StatsInterval => {
  if (coveredFor <= FINE_POINTS * INTERVAL_MS.minute) return 'minute';
  return coveredFor <= FINE_POINTS * INTERVAL_MS.hour ? 'hour' : 'day';
};

function groupsOf(reader: Reader, range: StatsRange, groupBy: StatsGroup): Stats['groups'] {
  const byMinute = reader.figures.read(range, groupBy);
  const byValue = Map.groupBy([...byMinute.values()].flat(), ({ value }) => value);
  return [...byValue]
    .map(([value, figures]) => ({ value: String(value), ...figuresOf(figures) }))
    .sort((a, b) => b.total_tokens - a.total_tokens || b.spans - a.spans || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_GROUPS);
}

/** What all of them are together. */
function figuresOf(sums: readonly TimedSums[]): Figures {
  const add = (field: Exclude<keyof TimedSums, 'value' | 'times'>): number =>
    sums.reduce((sum, one) => sum + one[field], 0);
  const [p50, p95, p99] = percentilesOf(sums, 'latencies', [0.5, 0.95, 0.99]);
  const [firstP50, firstP95] = percentilesOf(sums, 'firstTokens', [0.5, 0.95]);
  return {
    traces: add('traces'),
    spans: add('spans'),
    llm_calls: add('llm_calls'),
    tool_calls: add('tool_calls'),
    errors: add('errors'),
    input_tokens: add('input_tokens'),
    output_tokens: add('output_tokens'),
    total_tokens: add('total_tokens'),
    cache_read_tokens: add('cache_read_tokens'),
    cache_write_tokens: add('cache_write_tokens'),
    reasoning_tokens: add('reasoning_tokens'),
    total_cost: inDollars(add('total_cost')),
    unpriced_calls: add('unpriced_calls'),
    latency_ms: { p50, p95, p99 },
    time_to_first_token_ms: { p50: firstP50, p95: firstP95 },
  };
}

function percentilesOf<const Shares extends readonly number[]>(
  sums: readonly TimedSums[],
  kind: 'latencies' | 'firstTokens',
  shares: Shares,
): { readonly [Index in keyof Shares]: number | null } {
  const all = new Float64Array(sums.reduce((length, { times }) => length + times[kind].length, 0));
  let at = 0;
  for (const { times } of sums) {
    all.set(times[kind], at);
    at += times[kind].length;
  }
  return percentiles(all, shares) as { [Index in keyof Shares]: number | null };
}
