import { expect, test } from 'vitest';
import { hasTokenRoom, indentStep, indentWidth, nameColumnWidth } from './tree-layout.ts';

test('names take somewhat less than half of the tree, more where it is narrow, and never all', () => {
  expect([1400, 700, 480, 420, 320].map(nameColumnWidth)).toEqual([560, 322, 221, 220, 192]);
});

test.for([
  [700, 3, true],
  // However deep it is: the deepest rows are indented less.
  [700, 40, true],
  [700, 300, true],
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

test.for([
  [5, 5, 80],
  [40, 40, 120],
  [40, 300, 120],
  [299, 300, 128],
] as const)(
  'level %i of %i is indented by %i pixels, which leaves its name room',
  ([level, depth, width]) => {
    expect(indentWidth(level, indentStep(depth, 322), 322)).toBe(width);
  },
);
