import { expect, test } from 'vitest';
import { ErrorBadge } from './error-badge.ts';

function make(): { badge: ErrorBadge; shown: number[] } {
  const shown: number[] = [];
  return { badge: new ErrorBadge((count) => void shown.push(count)), shown };
}

test('each trace counts once, until somebody looks', () => {
  const { badge, shown } = make();
  badge.add('p', 'a', false, true);
  badge.add('p', 'a', false, true);
  badge.add('q', 'a', false, true);
  badge.clear();
  badge.clear();
  expect(shown).toEqual([1, 2, 0]);
});

test('what comes while somebody looks is not counted', () => {
  const { badge, shown } = make();
  badge.add('p', 'a', true, true);
  expect(shown).toEqual([]);
});

test('switched off it shows nothing, and what there is when it is switched on', () => {
  const { badge, shown } = make();
  badge.add('p', 'a', false, false);
  badge.refresh(true);
  badge.refresh(false);
  expect(shown).toEqual([1, 0]);
});
