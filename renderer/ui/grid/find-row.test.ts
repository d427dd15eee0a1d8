import { expect, test } from 'vitest';
import { findKey, followRow } from './find-row.ts';

const list =
  (...keys: (string | null)[]) =>
  (index: number) =>
    keys[index] ?? null;
const IN_SIGHT = { first: 0, last: 9 };

test('a row is followed where rows above it went or came', () => {
  expect(followRow('d', 3, IN_SIGHT, list('a', 'b', 'c', 'd'))).toBe(3);
  expect(followRow('d', 3, IN_SIGHT, list('c', 'd', 'e', 'f'))).toBe(1);
  expect(followRow('d', 3, IN_SIGHT, list('a', 'b', 'x', 'y', 'c', 'd'))).toBe(5);
});

test('a row that is gone is nowhere, whatever took its place', () => {
  expect(followRow('d', 3, IN_SIGHT, list('a', 'b', 'c', 'e', 'f'))).toBeNull();
});

test('where nothing is loaded a row counts as being there still', () => {
  expect(followRow('d', 3, IN_SIGHT, list('a', 'b', 'c', null))).toBe(3);
  expect(followRow('d', 3, IN_SIGHT, list('c', 'd', null, null))).toBe(1);
});

test('a row is followed beyond what is in sight, both ways', () => {
  const at = (place: number) => (index: number) => (index === place ? 'd' : `other ${index}`);
  expect(followRow('d', 40, { first: 0, last: 20 }, at(60))).toBe(60);
  expect(followRow('d', 40, { first: 50, last: 70 }, at(2))).toBe(2);
  expect(followRow('d', 0, { first: 0, last: 20 }, at(5))).toBe(5);
});

test('a key is found in a range alone', () => {
  expect(findKey('b', { first: 0, last: 2 }, list('a', 'b'))).toBe(1);
  expect(findKey('b', { first: 2, last: 4 }, list('a', 'b'))).toBeNull();
});
