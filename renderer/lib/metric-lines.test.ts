import { describe, expect, test } from 'vitest';
import type { MetricDetail, MetricPoint } from '../../collector/contract/metrics.ts';
import { bucketsOf, quantileOf } from './histogram.ts';
import { isRunningSum, lastDistributions, metricLines } from './metric-lines.ts';

const at = (second: number): string => `2026-11-21T12:00:${String(second).padStart(2, '0')}Z`;
const START = at(0);

function metric(type: MetricDetail['type'], ...series: readonly MetricPoint[][]): MetricDetail {
  return {
    name: 'm',
    type,
    unit: '1',
    series: series.map((points, index) => ({
      attributes: { shared: 'x', kind: `k${index}` },
      service_name: 's',
      temporality: null,
      is_monotonic: type === 'sum',
      points,
    })),
  };
}
const number = (second: number, value: number, start_time: string | null = START): MetricPoint => ({
  time: at(second),
  start_time,
  value,
});

describe('a running sum', () => {
  const counter = metric('sum', [number(1, 5), number(2, 8), number(3, 2, at(3))]);
  test('is drawn as it is, or by what it grew; a counter that began anew starts from nothing', () => {
    expect(isRunningSum(counter)).toBe(true);
    expect(metricLines(counter, false)[0]?.points.map(({ y }) => y)).toEqual([5, 8, 2]);
    expect(metricLines(counter, true)[0]?.points.map(({ y }) => y)).toEqual([3, 2]);
  });
  test('that may fall grew by less than nothing where it fell, and starts from nothing where it began anew', () => {
    const { series, ...sum } = metric(
      'sum',
      [10, 12, 9, 7, 7, 3].map((value, i) => number(i, value)),
    );
    const grown = (points: readonly MetricPoint[]): readonly number[] => {
      const active = { ...series[0]!, is_monotonic: false, points: [...points] };
      return metricLines({ ...sum, series: [active] }, true)[0]!.points.map(({ y }) => y);
    };
    expect(grown(series[0]!.points)).toEqual([2, -3, -2, 0, -4]);
    expect(grown([...series[0]!.points, number(7, 1, at(6))])).toEqual([2, -3, -2, 0, -4, 1]);
  });
  test('grows from the last point that has a value', () => {
    const nothing = { time: at(2), start_time: at(2), value: null };
    const [line] = metricLines(metric('sum', [number(1, 5), nothing, number(3, 8), number(4, 9)]), true);
    expect(line?.points.map(({ y }) => y)).toEqual([3, 1]);
  });
  test('is none where each point counts from the one before', () => {
    expect(isRunningSum(metric('sum', [number(1, 5, at(0)), number(2, 8, at(1))]))).toBe(false);
    expect(isRunningSum(metric('gauge', [number(1, 5), number(2, 8)]))).toBe(false);
  });
});

describe('what its exporter says of a series', () => {
  const said = (
    temporality: MetricDetail['series'][number]['temporality'],
    { series, ...metric }: MetricDetail,
  ): MetricDetail => ({ ...metric, series: series.map((one) => ({ ...one, temporality })) });
  const linesOf = (metric: MetricDetail): number[] => metricLines(metric, true)[0]!.points.map(({ y }) => y);

  test('makes a sum a running one without a start, and one with a common start none', () => {
    const noStart = metric('sum', [number(1, 5, null), number(2, 8, null), number(3, 2, null)]);
    expect(isRunningSum(noStart)).toBe(false);
    expect(isRunningSum(said('cumulative', noStart))).toBe(true);
    expect(linesOf(said('cumulative', noStart))).toEqual([3, 2]);
    const common = metric('sum', [number(1, 5), number(2, 8)]);
    expect(isRunningSum(said('delta', common))).toBe(false);
    expect(linesOf(said('delta', common))).toEqual([8]);
  });
  test('makes a running sum of one that began anew at its second point', () => {
    const anew = metric('sum', [number(1, 5), number(2, 1, at(2)), number(3, 4, at(2))]);
    expect(isRunningSum(said('cumulative', anew))).toBe(true);
    expect(linesOf(said('cumulative', anew))).toEqual([1, 3]);
  });
  test('tells whether points of a histogram have what those before them have', () => {
    const points = [histogram(1, [10, 0, 0]), histogram(2, [10, 10, 0]), histogram(3, [1, 0, 0])];
    const medians = (metric: MetricDetail): number[] =>
      metricLines(metric, false)[0]!.points.map(({ y }) => y);
    expect(medians(said('delta', metric('histogram', points)))).toEqual([5, 10, 5]);
    const noStart = points.map((point) => ({ ...point, start_time: null }));
    expect(medians(said('cumulative', metric('histogram', noStart)))).toEqual([5, 15, 5]);
  });
});

test('series are named by what tells them apart', () => {
  const names = metricLines(metric('gauge', [number(1, 1)], [number(1, 2)]), false).map(({ name }) => name);
  expect(names).toEqual(['kind=k0', 'kind=k1']);
});

test('series begin with what most of them have, of attributes that tell as much: a legend cuts the others off', () => {
  const points = [[number(1, 1)], [number(1, 2)], [number(1, 3)], [number(1, 4)]];
  const { series, ...rest } = metric('gauge', ...points);
  const types = ['input', 'output'];
  const named = series.map((one, at) => {
    const attributes = { type: types[at % 2]!, unit: 'token' };
    return {
      ...one,
      attributes: at < 2 ? { system: 'openai', ...attributes } : { provider: 'openai', ...attributes },
    };
  });
  expect(metricLines({ ...rest, series: named }, false).map(({ name }) => name)).toEqual([
    'type=input system=openai',
    'type=output system=openai',
    'type=input provider=openai',
    'type=output provider=openai',
  ]);
});

const histogram = (second: number, bucket_counts: number[]): MetricPoint => ({
  time: at(second),
  start_time: START,
  count: bucket_counts.reduce((sum, count) => sum + count, 0),
  sum: null,
  min: 0,
  max: 100,
  bucket_counts,
  explicit_bounds: [10, 20],
});

describe('a histogram', () => {
  test('has the quantiles of what came since the point before', () => {
    const lines = metricLines(
      metric('histogram', [histogram(1, [10, 0, 0]), histogram(2, [10, 10, 0])]),
      false,
    );
    expect(lines.map(({ name }) => name)).toEqual(['p50', 'p95', 'p99']);
    expect(lines[0]?.points.map(({ y }) => y)).toEqual([5, 15]);
  });
  test('sums its series up at their last points', () => {
    const both = metric('histogram', [histogram(1, [1, 2, 3])], [histogram(1, [1, 0, 1])]);
    expect(lastDistributions(both).map(({ buckets }) => buckets)).toEqual([
      [
        { low: null, high: 10, count: 2 },
        { low: 10, high: 20, count: 2 },
        { low: 20, high: null, count: 4 },
      ],
    ]);
  });
  test('leaves out none whose buckets are others: the newest come first, each named', () => {
    const other = { ...histogram(9, [7, 90]), explicit_bounds: [5] };
    const three = metric('histogram', [histogram(1, [1, 2, 3])], [other], [histogram(2, [1, 0, 1])]);
    const all = lastDistributions(three);
    expect(all.map(({ names, buckets }) => [names, buckets.map(({ count }) => count)])).toEqual([
      [['kind=k1'], [7, 90]],
      [
        ['kind=k0', 'kind=k2'],
        [2, 2, 4],
      ],
    ]);
  });
  test('of one scale lies side by side, wherever the buckets of a series begin', () => {
    const exponential = (offset: number): MetricPoint => ({
      time: at(1),
      start_time: START,
      count: 3,
      sum: null,
      min: null,
      max: null,
      scale: 0,
      zero_count: 0,
      zero_threshold: 0,
      positive: { offset, bucket_counts: [1, 2] },
      negative: { offset: 0, bucket_counts: [] },
    });
    const [only, ...more] = lastDistributions(
      metric('exponential_histogram', [exponential(1)], [exponential(0)]),
    );
    expect(more).toEqual([]);
    expect(only?.buckets).toEqual([
      { low: 1, high: 2, count: 1 },
      { low: 2, high: 4, count: 3 },
      { low: 4, high: 8, count: 2 },
    ]);
  });
});

test('an exponential histogram has its buckets from the least to the greatest', () => {
  const buckets = bucketsOf({
    time: at(1),
    start_time: START,
    count: 6,
    sum: null,
    min: -4,
    max: 4,
    scale: 0,
    zero_count: 1,
    zero_threshold: 0,
    positive: { offset: 0, bucket_counts: [1, 2] },
    negative: { offset: 1, bucket_counts: [2] },
  });
  expect(buckets).toEqual([
    { low: -4, high: -2, count: 2 },
    { low: -0, high: 0, count: 1 },
    { low: 1, high: 2, count: 1 },
    { low: 2, high: 4, count: 2 },
  ]);
  expect(quantileOf(buckets, 1, { min: -4, max: 4 })).toBe(4);
  expect(quantileOf([], 0.5, { min: null, max: null })).toBeNull();
});

test('a summary has a line a quantile', () => {
  const summary = metric('summary', [
    {
      time: at(1),
      start_time: null,
      count: 1,
      sum: 1,
      quantiles: [
        { quantile: 0.99, value: 9 },
        { quantile: 0.5, value: 5 },
      ],
    },
  ]);
  expect(metricLines(summary, false).map(({ name, points }) => [name, points[0]?.y])).toEqual([
    ['p50', 5],
    ['p99', 9],
  ]);
});
