import { expect, test } from 'vitest';
import { MAX_REMEMBERED_NAME, NameCache } from './name-cache.ts';

test('what is known of a name is kept, but for long names, and for so many at most', () => {
  const cache = new NameCache<number>(2);
  expect([cache.get('a'), cache.add('a', 1), cache.get('a')]).toEqual([undefined, 1, 1]);
  const longest = 'x'.repeat(MAX_REMEMBERED_NAME);
  expect([cache.add(longest, 2), cache.get(longest)]).toEqual([2, 2]);
  expect([cache.add(`${longest}x`, 3), cache.get(`${longest}x`)]).toEqual([3, undefined]);
  cache.add('b', 4);
  expect([cache.get('a'), cache.get(longest), cache.get('b')]).toEqual([undefined, undefined, 4]);
});
