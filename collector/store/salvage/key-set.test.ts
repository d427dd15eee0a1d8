import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeySet } from './key-set.ts';

test('has the keys that were added and no other, near or far, negative or not', () => {
  const keys = fc.array(fc.oneof(fc.bigInt(-70n, 70n), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)));
  fc.assert(
    fc.property(keys, keys, (added, others) => {
      const set = new KeySet();
      for (const key of added) set.add(key);
      for (const key of [...added, ...others]) expect(set.has(key)).toBe(added.includes(key));
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('takes more keys in a row than a Set does', () => {
  const set = new KeySet();
  const count = 2n ** 24n + 1n;
  for (let key = 0n; key < count; key++) set.add(key);
  expect(set.has(count - 1n)).toBe(true);
  expect(set.has(count)).toBe(false);
}, 60_000);
