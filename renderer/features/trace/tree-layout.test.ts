import { expect, test } from 'vitest';
import { hasTokenRoom, nameColumnWidth } from './tree-layout.ts';

test('names take somewhat less than half of the tree, more where it is narrow, and never all', () => {
  expect([1400, 700, 480, 420, 320].map(nameColumnWidth)).toEqual([560, 322, 221, 220, 192]);
});

test.for([
  [700, 3, true],
  // However deep it is: the deepest rows are indented less.
  [700, 40, true],
  [560, 3, true],
  [500, 12, false],
  [420, 1, false],
  [320, 1, false],
] as const)(
  'whether a tree of %i pixels and %i levels has room for tokens: %s',
  ([width, depth, hasRoom]) => {
    expect(hasTokenRoom(width, depth)).toBe(hasRoom);
  },
);
