import { expect, test } from 'vitest';
import { ALL_FOLDED, isFolded, NONE_FOLDED, withFolded } from './folds.ts';

test.for([
  ['none', NONE_FOLDED],
  ['all', ALL_FOLDED],
] as const)('where %s are folded some are folded, and unfolded, once', ([, start]) => {
  const folded = withFolded(withFolded(start, ['a', 'b'], true), ['b'], true);
  expect(['a', 'b', 'c'].map((id) => isFolded(folded, id))).toEqual([true, true, start.isMost]);
  const unfolded = withFolded(folded, ['b'], false);
  expect(['a', 'b', 'c'].map((id) => isFolded(unfolded, id))).toEqual([true, false, start.isMost]);
  expect(withFolded(withFolded(start, ['a'], !start.isMost), ['a'], start.isMost)).toEqual(start);
});
