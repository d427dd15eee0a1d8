import { expect, test } from 'vitest';
import { explainEmpty, type Wording } from './explain-empty.ts';

const wording: Wording = { noun: 'trace', range: 'the last hour', isRelative: true, search: undefined };
const nothing = { hasRange: false, hasFilters: false };

test('without any row there is nothing to explain', () => {
  const totals = { anyTime: 0, unfiltered: 0, all: 0 };
  expect(explainEmpty({ hasRange: true, hasFilters: true }, totals, wording)).toBeNull();
  expect(explainEmpty(nothing, { ...totals, all: 3 }, wording)).toBeNull();
});

test('a time range that hides rows says how many are older', () => {
  const totals = { anyTime: 42, unfiltered: 0, all: 42 };
  expect(explainEmpty({ hasRange: true, hasFilters: false }, totals, wording)).toEqual({
    title: 'Nothing in the last hour',
    hidden: '42 older traces.',
    action: 'Show all',
    off: { range: true },
  });
  const fixed = { ...wording, range: 'this time range', isRelative: false };
  expect(explainEmpty({ hasRange: true, hasFilters: true }, totals, fixed)).toMatchObject({
    title: 'No matching trace in this time range',
    hidden: '42 traces outside it.',
  });
});

test('filters that hide rows can be cleared', () => {
  const totals = { anyTime: 0, unfiltered: 7, all: 9 };
  expect(explainEmpty({ hasRange: false, hasFilters: true }, totals, wording)).toEqual({
    title: 'No trace matches the filters',
    hidden: '7 traces without them.',
    action: 'Clear filters',
    off: { filters: true },
  });
  expect(
    explainEmpty({ hasRange: true, hasFilters: true }, totals, { ...wording, search: 'kyoto' })?.title,
  ).toBe('No trace matches “kyoto”');
});

test('where there is only a search, that is what is cleared', () => {
  const searched = { ...wording, search: 'kyoto' };
  const only = { hasRange: false, hasFilters: true, isSearchOnly: true };
  expect(explainEmpty(only, { anyTime: 0, unfiltered: 7, all: 9 }, searched)).toMatchObject({
    title: 'No trace matches “kyoto”',
    action: 'Clear search',
    off: { filters: true },
  });
  expect(
    explainEmpty({ ...only, hasRange: true }, { anyTime: 0, unfiltered: 0, all: 9 }, searched),
  ).toMatchObject({
    title: 'No trace matches the search and the time range',
    action: 'Clear search and time range',
  });
});

test('a filter by what is not indexed is said to be why, not what is stored', () => {
  const totals = { anyTime: 0, unfiltered: 7, all: 9 };
  const filtered = { ...wording, unindexed: 'shop.tenant' };
  const title = 'shop.tenant is not indexed, so no trace is found by it';
  expect(explainEmpty({ hasRange: false, hasFilters: true }, totals, filtered)).toMatchObject({
    title,
    hidden: '7 traces without it.',
  });
  const old = { ...totals, unfiltered: 0 };
  expect(explainEmpty({ hasRange: true, hasFilters: true }, old, filtered)).toMatchObject({
    title,
    off: { range: true, filters: true },
  });
});

test('where only both together hide everything, both are taken off', () => {
  const totals = { anyTime: 0, unfiltered: 0, all: 1 };
  expect(explainEmpty({ hasRange: true, hasFilters: true }, totals, wording)).toMatchObject({
    hidden: '1 trace without them.',
    off: { range: true, filters: true },
  });
});
