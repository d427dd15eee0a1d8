import type { MetricPoint } from '../../collector/contract/metrics.ts';
import { asNumber } from './as-number.ts';

/** What fell between two values; null where the bucket has no end. */
export type Bucket = { readonly low: number | null; readonly high: number | null; readonly count: number };

type Explicit = Extract<MetricPoint, { explicit_bounds: unknown }>;
type Exponential = Extract<MetricPoint, { scale: number }>;

/** The buckets of a histogram's point from the least value to the greatest, of either kind, empty ones included. */
export function bucketsOf(point: Explicit | Exponential): readonly Bucket[] {
  return 'scale' in point ? exponentialBuckets(exponentsOf(point)) : explicitBuckets(point);
}

/**
 * What was recorded since the point before; the point's own where its bounds are others, or a bucket holds less: it began anew.
 * Exponential ones keep their number of buckets by taking wider ones as values come that are further apart: they are held
 * against one another in the wider.
 */
export function bucketsSince(
  point: Explicit | Exponential,
  before: Explicit | Exponential,
): readonly Bucket[] {
  const since =
    'scale' in point
      ? 'scale' in before && exponentialSince(point, before)
      : !('scale' in before) && explicitSince(point, before);
  return since || bucketsOf(point);
}

function explicitBuckets({ bucket_counts, explicit_bounds }: Explicit): readonly Bucket[] {
  return bucket_counts.map((count, index) => ({
    low: index === 0 ? null : (explicit_bounds[index - 1] ?? null),
    high: explicit_bounds[index] ?? null,
    count: asNumber(count),
  }));
}

function explicitSince(point: Explicit, before: Explicit): readonly Bucket[] | null {
  if (JSON.stringify(point.explicit_bounds) !== JSON.stringify(before.explicit_bounds)) return null;
  const earlier = explicitBuckets(before);
  const grown = explicitBuckets(point).map((bucket, index) => ({
    ...bucket,
    count: bucket.count - (earlier[index]?.count ?? 0),
  }));
  return grown.every(({ count }) => count >= 0) ? grown : null;
}

/** Counts by the index of their bucket, the lowest first. */
type Counts = ReadonlyMap<number, number>;
type Exponents = {
  readonly scale: number;
  readonly zero: number;
  readonly zeroThreshold: number;
  readonly above: Counts;
  readonly below: Counts;
};

/** In the buckets of its scale, or in those of a lower one: each step makes one of two. */
function exponentsOf(point: Exponential, scale = point.scale): Exponents {
  const counts = ({ offset, bucket_counts }: Exponential['positive']): Counts => {
    const found = new Map<number, number>();
    for (const [at, count] of bucket_counts.entries()) {
      const index = Math.floor((offset + at) / 2 ** (point.scale - scale));
      found.set(index, (found.get(index) ?? 0) + asNumber(count));
    }
    return found;
  };
  return {
    scale,
    zero: asNumber(point.zero_count),
    zeroThreshold: point.zero_threshold,
    above: counts(point.positive),
    below: counts(point.negative),
  };
}

function exponentialSince(point: Exponential, before: Exponential): readonly Bucket[] | null {
  const scale = Math.min(point.scale, before.scale);
  const [now, then] = [exponentsOf(point, scale), exponentsOf(before, scale)];
  const above = countsSince(now.above, then.above);
  const below = countsSince(now.below, then.below);
  if (above === null || below === null || now.zero < then.zero) return null;
  return exponentialBuckets({ ...now, above, below, zero: now.zero - then.zero });
}

/** Null where one is less than it was. */
function countsSince(now: Counts, then: Counts): Counts | null {
  const rest = new Map(now);
  for (const [index, count] of then) {
    if (count === 0) continue;
    const left = (now.get(index) ?? 0) - count;
    if (left < 0) return null;
    rest.set(index, left);
  }
  return rest;
}

function exponentialBuckets({ scale, zero, zeroThreshold, above, below }: Exponents): readonly Bucket[] {
  const base = 2 ** (2 ** -scale);
  const negative = [...below].map(([index, count]) => ({
    low: -(base ** (index + 1)),
    high: -(base ** index),
    count,
  }));
  const positive = [...above].map(([index, count]) => ({
    low: base ** index,
    high: base ** (index + 1),
    count,
  }));
  const middle = zero === 0 ? [] : [{ low: -zeroThreshold, high: zeroThreshold, count: zero }];
  return [...negative.toReversed(), ...middle, ...positive];
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
