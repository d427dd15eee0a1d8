import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonSequence } from './common-sequence.ts';

const items = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 24 });

/** The textbook's table. */
function longest(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const item of a) {
    const next = [0];
    b.forEach((other, index) => {
      next.push(item === other ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('commonSequence', () => {
  test('pairs like items, in the order of both lists', () => {
    fc.assert(
      fc.property(items, items, (a, b) => {
        const pairs = commonSequence(a, b);
        for (const [at, bt] of pairs) expect(a[at]).toBe(b[bt]);
        pairs.slice(1).forEach(([at, bt], index) => {
          expect(at).toBeGreaterThan(pairs[index]![0]);
          expect(bt).toBeGreaterThan(pairs[index]![1]);
        });
      }),
    );
  });

  test('is as long as any can be', () => {
    fc.assert(
      fc.property(items, items, (a, b) => {
        expect(commonSequence(a, b)).toHaveLength(longest(a, b));
      }),
    );
  });

  test('of a list with itself is all of it', () => {
    fc.assert(
      fc.property(items, (a) => {
        expect(commonSequence(a, a)).toEqual(a.map((_, at) => [at, at]));
      }),
    );
  });

  test('of thousands of unlike items is found', () => {
    const a = Array.from({ length: 4000 }, (_, index) => `only in a ${index}`);
    const b = Array.from({ length: 4000 }, (_, index) => (index === 1999 ? 'only in a 7' : `b ${index}`));
    expect(commonSequence(a, b)).toEqual([[7, 1999]]);
  });

  test('of thousands of like items is what both begin and end with', () => {
    const same = Array.from({ length: 3000 }, () => 'x');
    expect(commonSequence(['1', ...same, 'end'], ['2', ...same, 'y', 'end'])).toEqual([[3001, 3002]]);
  });
});
