import type { MetricDetail, MetricPoint, MetricSeries } from '../../collector/contract/metrics.ts';
import { asNumber } from './as-number.ts';
import type { Point } from './chart-scale.ts';
import { bucketsOf, bucketsSince, quantileOf, type Bucket } from './histogram.ts';
import { showHidden } from './text.ts';
import { parseTime } from './time.ts';

export type Line = { readonly name: string; readonly points: readonly Point[] };

const QUANTILES = [0.5, 0.95, 0.99];

/** What tells each series from the others: the attributes that differ, else all of them, else the service. */
function seriesNames(series: readonly MetricSeries[]): readonly string[] {
  const keys = new Set(series.flatMap(({ attributes }) => Object.keys(attributes)));
  const told = Array.from(keys, (key) => {
    const values = series.map(({ attributes }) => attributes[key]);
    const held = values.filter((value) => value !== undefined).length;
    return { key, variety: new Set(values).size, held };
  });
  // What differs most tells most: it comes first, where a narrow list still shows it; of equals, what more series have.
  const differing = told
    .filter(({ variety }) => variety > 1)
    .sort((a, b) => b.variety - a.variety || b.held - a.held);
  return series.map(({ attributes, service_name }) => {
    const own = differing.map(({ key }) => key).filter((key) => Object.hasOwn(attributes, key));
    const named = own.length > 0 ? own : Object.keys(attributes);
    const text = named.map((key) => `${key}=${String(attributes[key])}`).join(' ');
    return text === '' || (own.length === 0 && series.length > 1)
      ? showHidden(service_name ?? 'all')
      : showHidden(text);
  });
}

/**
 * A metric's series as lines over time: values of gauges and sums, the quantiles that summaries hold, and p50, p95 and
 * p99 of what histograms recorded from point to point. `perInterval` draws what a running sum grew by.
 */
export function metricLines(metric: MetricDetail, perInterval: boolean): readonly Line[] {
  const names = distinct(seriesNames(metric.series));
  return metric.series.flatMap((series, at) => {
    const name = names[at] ?? '';
    const suffix = metric.series.length > 1 ? ` ${name}` : '';
    const [first] = series.points;
    if (first === undefined) return [];
    if ('value' in first) {
      return [{ name, points: perInterval ? growth(series) : valuePoints(series.points) }];
    }
    if ('quantiles' in first) return summaryLines(series.points, suffix);
    return histogramLines(series, suffix);
  });
}

/** Names as they are, those that come again with their number. */
function distinct(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

type Started = Pick<MetricPoint, 'start_time'>;

/** Whether a point has what the one before has: that its series says, else a start that both have. */
const goesOnFrom = (before: Started, { start_time }: Started, { temporality }: MetricSeries): boolean =>
  start_time === before.start_time &&
  (temporality === null ? start_time !== null : temporality === 'cumulative');

/** Whether a sum runs on, so that its growth is worth drawing. */
export function isRunningSum(metric: MetricDetail): boolean {
  if (metric.type !== 'sum') return false;
  return metric.series.some((series) => {
    const [first, second] = series.points;
    if (first === undefined || second === undefined) return false;
    return series.temporality === 'cumulative' || goesOnFrom(first, second, series);
  });
}

/** A point without a value has no place in a line. */
function valuePoints(points: readonly MetricPoint[]): readonly (Point & Started)[] {
  return points.flatMap((point) =>
    'value' in point && point.value !== null
      ? [{ x: parseTime(point.time), y: asNumber(point.value), start_time: point.start_time }]
      : [],
  );
}

/**
 * Differences from point to point; where a sum began anew, what it comes to since. One that never falls did so where it is
 * lower than before.
 */
function growth(series: MetricSeries): readonly Point[] {
  const all = valuePoints(series.points);
  return all.slice(1).map((point, index) => {
    const [before, { x, y }] = [all[index]!, point];
    const goesOn = goesOnFrom(before, point, series) && (y >= before.y || !series.is_monotonic);
    return { x, y: goesOn ? y - before.y : y };
  });
}

function summaryLines(points: readonly MetricPoint[], suffix: string): readonly Line[] {
  const lines = new Map<number, Point[]>();
  for (const point of points) {
    if (!('quantiles' in point)) continue;
    for (const { quantile, value } of point.quantiles) {
      if (value === null) continue;
      const line = lines.get(quantile) ?? [];
      line.push({ x: parseTime(point.time), y: value });
      lines.set(quantile, line);
    }
  }
  return [...lines]
    .toSorted(([a], [b]) => a - b)
    .map(([quantile, line]) => ({ name: `p${Number((quantile * 100).toFixed(3))}${suffix}`, points: line }));
}

function histogramLines(series: MetricSeries, suffix: string): readonly Line[] {
  const drawn = distributions(series);
  return QUANTILES.map((share) => ({
    name: `p${share * 100}${suffix}`,
    points: drawn.flatMap(({ timeMs, buckets, ends }) => {
      const value = quantileOf(buckets, share, ends);
      return value === null ? [] : [{ x: timeMs, y: value }];
    }),
  }));
}

type Ends = { readonly min: number | null; readonly max: number | null };
export type Distribution = {
  readonly timeMs: number;
  readonly buckets: readonly Bucket[];
  readonly ends: Ends;
};

/** What a histogram recorded at each of its points since the one before. */
function distributions(series: MetricSeries): readonly Distribution[] {
  const read = series.points.flatMap((point) =>
    'bucket_counts' in point || 'scale' in point
      ? [
          {
            point,
            timeMs: parseTime(point.time),
            ends: { min: point.min, max: point.max },
          },
        ]
      : [],
  );
  return read.map(({ point, timeMs, ends }, index) => {
    const before = read[index - 1]?.point;
    const goesOn = before !== undefined && goesOnFrom(before, point, series);
    return { timeMs, ends, buckets: goesOn ? bucketsSince(point, before) : bucketsOf(point) };
  });
}

/** What series with the same buckets hold together, each at its last point. */
export type LastDistribution = {
  readonly names: readonly string[];
  /** Of the newest of these points. */
  readonly timeMs: number;
  readonly buckets: readonly Bucket[];
};

/** All that histograms of a metric hold at their last points, bucket by bucket where these are the same; the newest first. */
export function lastDistributions(metric: MetricDetail): readonly LastDistribution[] {
  const names = distinct(seriesNames(metric.series));
  const all = metric.series.flatMap(({ points }, at) => {
    const last = points.at(-1);
    if (last === undefined || !('bucket_counts' in last || 'scale' in last)) return [];
    // Buckets of one scale lie side by side, wherever those of a series begin.
    const kind = 'scale' in last ? `scale ${last.scale}` : JSON.stringify(last.explicit_bounds);
    return [{ name: names[at] ?? '', kind, timeMs: parseTime(last.time), buckets: bucketsOf(last) }];
  });
  return [...Map.groupBy(all, ({ kind }) => kind).values()]
    .map((alike) => ({
      names: alike.map(({ name }) => name),
      timeMs: Math.max(...alike.map(({ timeMs }) => timeMs)),
      buckets: sumBuckets(alike.flatMap(({ buckets }) => buckets)),
    }))
    .toSorted((a, b) => b.timeMs - a.timeMs);
}

function sumBuckets(all: readonly Bucket[]): readonly Bucket[] {
  return [...Map.groupBy(all, ({ low, high }) => `${low} ${high}`).values()]
    .map((same) => ({ ...same[0]!, count: same.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => startOf(a) - startOf(b));
}

function startOf({ low, high }: Bucket): number {
  return low ?? (high === null ? 0 : -Infinity);
}
