import { expect, test } from 'vitest';
import { fromLocalInput, readTimeSearch, timeBounds, toLocalInput } from './time-range.ts';

const NOW = Date.parse('2026-11-21T12:00:47.000Z');

test('an address holds a relative range, or from and to, and nothing that is neither', () => {
  expect(readTimeSearch({ range: '1h', from_timestamp: '2026-01-01T00:00:00Z' })).toEqual({ range: '1h' });
  expect(
    readTimeSearch({ range: '3y', from_timestamp: 'yesterday', to_timestamp: '2026-01-01T00:00:00Z' }),
  ).toEqual({
    to_timestamp: '2026-01-01T00:00:00Z',
  });
  expect(readTimeSearch({})).toEqual({});
});

test('a relative range moves on in steps of half a minute', () => {
  const bounds = { from_timestamp: '2026-11-21T11:00:30.000Z' };
  expect(timeBounds({ range: '1h' }, NOW)).toEqual(bounds);
  expect(timeBounds({ range: '1h' }, NOW + 12_000)).toEqual(bounds);
  expect(timeBounds({ range: '1h' }, NOW + 13_000)).toEqual({ from_timestamp: '2026-11-21T11:01:00.000Z' });
  expect(timeBounds({}, NOW)).toEqual({});
});

test('a field of local time and a timestamp are two ways to say the same minute', () => {
  const iso = '2026-03-04T05:06:00.000Z';
  expect(fromLocalInput(toLocalInput(iso))).toBe(iso);
  expect(fromLocalInput('')).toBeUndefined();
  expect(toLocalInput(undefined)).toBe('');
});
