import fc from 'fast-check';
import { expect, it } from 'vitest';
import { percentiles } from './percentiles.ts';

const SHARES = [0.5, 0.95, 0.99];

it('finds what sorting would, whatever is equal or in order already', () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.double({ noNaN: true, min: 0 }),
    fc.constant(Infinity),
  );
  const values = fc.oneof(
    fc.array(value, { maxLength: 300 }),
    fc.array(value, { maxLength: 300 }).map((all) => all.toSorted((a, b) => a - b)),
  );
  fc.assert(
    fc.property(values, (all) => {
      const sorted = Float64Array.from(all).sort();
      expect(percentiles(Float64Array.from(all), SHARES)).toEqual(
        SHARES.map((share) => sorted[Math.max(0, Math.ceil(all.length * share) - 1)] ?? null),
      );
    }),
  );
});

it('ends soon for values that are made to be slow', () => {
  // Those that a quicksort by the median of three divides worst, known from its own choices: after Musser, 1997.
  const size = 400_000;
  const half = size / 2;
  const slow = Float64Array.from({ length: size }, (_, i) =>
    i < half ? (i % 2 === 0 ? i + 1 : half + i) : 2 * (i - half + 1),
  );
  const sorted = slow.toSorted();
  expect(percentiles(slow, SHARES)).toEqual(SHARES.map((share) => sorted[Math.ceil(size * share) - 1]));
});
