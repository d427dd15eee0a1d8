import { expect, test } from 'vitest';
import { planOnce } from './plan-once.ts';

test.for([
  ['a = ? AND b >= ? OR c IS ?', 'a = (SELECT ?) AND b >= (SELECT ?) OR c IS (SELECT ?)'],
  ['a IS NOT ? AND b <> ?', 'a IS NOT (SELECT ?) AND b <> (SELECT ?)'],
  [
    'at BETWEEN ? AND ? LIMIT ? OFFSET ?',
    'at BETWEEN (SELECT ?) AND (SELECT ?) LIMIT (SELECT ?) OFFSET (SELECT ?)',
  ],
  // What a function, a list or a row is made of is compared by no index alone; words are looked up by the table of search itself.
  ['a IN (?, ?) AND (b, c) < (?, ?)', 'a IN (?, ?) AND (b, c) < (?, ?)'],
  [
    'a IN (SELECT value FROM json_each(?)) AND search MATCH ?',
    'a IN (SELECT value FROM json_each(?)) AND search MATCH ?',
  ],
] as const)('no plan hangs on a value that is bound in %s', ([sql, once]) =>
  expect(planOnce(sql)).toBe(once),
);
