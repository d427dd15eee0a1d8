import type { MetricPoint } from '../../collector/contract/metrics.ts';
import { asNumber } from './as-number.ts';

/** What fell between two values; null where the bucket has no end. */
export type Bucket = { readonly low: number | null; readonly high: number | null; readonly count: number };

type Explicit = Extract<MetricPoint, { explicit_bounds: unknown }>;
type Exponential = Extract<MetricPoint, { scale: number }>;

/** The buckets of a histogram's point from the least value to the greatest, of either kind, empty ones included. */
export function bucketsOf(point: Explicit | Exponential): readonly Bucket[] {
  return 'scale' in point ? exponentialBuckets(point) : explicitBuckets(point);
}

function explicitBuckets({ bucket_counts, explicit_bounds }: Explicit): readonly Bucket[] {
  return bucket_counts.map((count, index) => ({
    low: index === 0 ? null : (explicit_bounds[index - 1] ?? null),
    high: explicit_bounds[index] ?? null,
    count: asNumber(count),
  }));
}

function exponentialBuckets({
  scale,
  zero_count,
  zero_threshold,
  positive,
  negative,
}: Exponential): readonly Bucket[] {
  const base = 2 ** (2 ** -scale);
  const above = positive.bucket_counts.map((count, index) => ({
    low: base ** (positive.offset + index),
    high: base ** (positive.offset + index + 1),
    count: asNumber(count),
  }));
  const below = negative.bucket_counts.map((count, index) => ({
    low: -(base ** (negative.offset + index + 1)),
    high: -(base ** (negative.offset + index)),
    count: asNumber(count),
  }));
  const zero = asNumber(zero_count);
  const middle = zero === 0 ? [] : [{ low: -zero_threshold, high: zero_threshold, count: zero }];
  return [...below.reverse(), ...middle, ...above];
}

/**
 * The value below which a share of the recorded ones lies, taken as spread evenly in their bucket; known least and
 * greatest values close the open ends. Null for an empty histogram.
 */
export function quantileOf(
  buckets: readonly Bucket[],
  share: number,
  ends: { readonly min: number | null; readonly max: number | null },
): number | null {
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let seen = 0;
  for (const { low, high, count } of buckets) {
    if (count === 0) continue;
    if (seen + count >= wanted) {
      const from = low ?? ends.min ?? high;
      const to = high ?? ends.max ?? low;
      if (from === null || to === null) return from ?? to;
      const value = from + (to - from) * ((wanted - seen) / count);
      return Math.min(ends.max ?? Infinity, Math.max(ends.min ?? -Infinity, value));
    }
    seen += count;
  }
  return ends.max;
}

/** What was recorded since the point before; the point's own where its buckets are others, or hold less: it began anew. */
export function bucketsSince(buckets: readonly Bucket[], before: readonly Bucket[]): readonly Bucket[] {
  const grown = buckets.map((bucket, index) => ({
    ...bucket,
    count: bucket.count - (before[index]?.count ?? 0),
  }));
  const goesOn = buckets.length === before.length && grown.every(({ count }) => count >= 0);
  return goesOn ? grown : buckets;
}
