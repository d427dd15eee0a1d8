import { expect, test } from 'vitest';
import { MOST_SEEN, SeenRows } from './seen-rows.ts';

test('of a list that is watched for long, the last rows are known, and those that stay in it', () => {
  const seen = new SeenRows();
  const keys = Array.from({ length: 5 * MOST_SEEN }, (_, at) => `row ${at}`);
  for (let from = 0; from < keys.length; from += 50) seen.add(['dearest', ...keys.slice(from, from + 50)]);
  const known = keys.filter((key) => seen.has(key));
  expect(known).toEqual(keys.slice(1 - MOST_SEEN));
  expect(seen.has('dearest')).toBe(true);
});
