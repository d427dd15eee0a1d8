import { describe, expect, test } from 'vitest';
import type { MetricPoint } from '../../collector/contract/metrics.ts';
import { bucketsOf, bucketsSince } from './histogram.ts';

const common = {
  time: '2026-01-01T00:01:00.000000Z',
  start_time: '2026-01-01T00:00:00.000000Z',
  count: 0,
  sum: null,
  min: null,
  max: null,
};
type Explicit = Extract<MetricPoint, { explicit_bounds: unknown }>;
type Exponential = Extract<MetricPoint, { scale: number }>;
const explicit = (bucket_counts: number[], explicit_bounds = [1, 2]): Explicit => ({
  ...common,
  bucket_counts,
  explicit_bounds,
});
const exponential = (
  scale: number,
  offset: number,
  counts: number[],
  more: Partial<Exponential> = {},
): Exponential => ({
  ...common,
  scale,
  zero_count: 0,
  zero_threshold: 0,
  positive: { offset, bucket_counts: counts },
  negative: { offset: 0, bucket_counts: [] },
  ...more,
});
const filled = (buckets: ReturnType<typeof bucketsOf>) => buckets.filter(({ count }) => count > 0);

describe('what was recorded since the point before', () => {
  test('is the difference, bucket by bucket', () => {
    expect(bucketsSince(explicit([1, 5, 0]), explicit([1, 2, 0]))).toEqual([
      { low: null, high: 1, count: 0 },
      { low: 1, high: 2, count: 3 },
      { low: 2, high: null, count: 0 },
    ]);
  });

  test('is all of it with other bounds, another kind, or less in a bucket', () => {
    const point = explicit([1, 5, 0]);
    for (const before of [explicit([2, 0, 0]), explicit([1, 2, 0], [1, 3]), exponential(0, 0, [1])])
      expect(bucketsSince(point, before)).toEqual(bucketsOf(point));
    const other = exponential(0, 0, [5, 1]);
    for (const before of [exponential(0, 0, [6, 0]), exponential(0, 2, [1]), explicit([1, 0, 0])])
      expect(bucketsSince(other, before)).toEqual(bucketsOf(other));
  });

  test('knows the buckets of an exponential histogram by their bounds, not by their places', () => {
    const grown = exponential(0, -1, [3, 1000, 0, 10]);
    expect(filled(bucketsSince(grown, exponential(0, 0, [1000])))).toEqual([
      { low: 0.5, high: 1, count: 3 },
      { low: 4, high: 8, count: 10 },
    ]);
  });

  test('is held against wider buckets where the scale has become smaller', () => {
    // Below 1 the indexes are negative: those of (0.25, 0.5] and (0.5, 1] become that of (0.25, 1].
    expect(filled(bucketsSince(exponential(-1, -1, [4, 30]), exponential(0, -2, [1, 2, 5])))).toEqual([
      { low: 0.25, high: 1, count: 1 },
      { low: 1, high: 4, count: 25 },
    ]);
  });

  test('has the zeros and what is below them', () => {
    const negative = { offset: 0, bucket_counts: [2, 7] };
    const before = exponential(0, 0, [1], { zero_count: 3, negative: { offset: 1, bucket_counts: [4] } });
    const point = exponential(0, 0, [1], { zero_count: 10, zero_threshold: 0.1, negative });
    expect(filled(bucketsSince(point, before))).toEqual([
      { low: -4, high: -2, count: 3 },
      { low: -2, high: -1, count: 2 },
      { low: -0.1, high: 0.1, count: 7 },
    ]);
    expect(bucketsSince(before, point)).toEqual(bucketsOf(before));
  });
});
