import { expect, test } from 'vitest';
import { ExactTotals } from './exact-totals.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const { totals: NOTHING } = new ExactTotals();
const NAMES = Object.keys(NOTHING) as (keyof typeof NOTHING)[];

test.for(NAMES)('%s beyond what a number holds stay at that, and are exact again below', (name) => {
  const sum = new ExactTotals();
  for (const value of [MOST, 2]) sum.add({ ...NOTHING, [name]: value }, 1);
  expect(sum.totals).toEqual({ ...NOTHING, [name]: MOST });
  sum.add({ ...NOTHING, [name]: MOST }, -1);
  expect(sum.totals).toEqual({ ...NOTHING, [name]: 2 });
});
