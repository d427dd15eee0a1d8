import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOfDollars } from './dollars.ts';

test('a sum of costs is the same in whatever order', () => {
  expect(sumOfDollars([0.1, 0.2])).toBe(0.3);
  expect(sumOfDollars([])).toBe(0);
  const cost = fc.integer({ min: 0, max: 10 ** 12 }).map((units) => units / 1e12);
  fc.assert(
    fc.property(fc.array(cost), (costs) => {
      expect(sumOfDollars(costs)).toBe(sumOfDollars(costs.toReversed()));
    }),
  );
});
