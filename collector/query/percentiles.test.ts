import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { percentiles } from './percentiles.ts';

const SHARES = [0.5, 0.95, 0.99];

it('finds what sorting would, whatever is equal or in order already, and where it gives up', () => {
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
    fc.property(values, fc.option(fc.nat(4), { nil: undefined }), (all, rounds) => {
      const sorted = Float64Array.from(all).sort();
      expect(percentiles(Float64Array.from(all), SHARES, rounds)).toEqual(
        SHARES.map((share) => sorted[Math.max(0, Math.ceil(all.length * share) - 1)] ?? null),
      );
    }),
  );
});
