import { describe, expect, test } from 'vitest';
import {
  describeRange,
  isBackwards,
  rangeOfInputs,
  readTimeSearch,
  timeBounds,
  toLocalInput,
} from './time-range.ts';

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

test('a time of an address is UTC where it names no zone, and written out', () => {
  const read = (from: string, to: string): unknown =>
    Object.values(readTimeSearch({ from_timestamp: from, to_timestamp: to }));
  expect(read('2026-11-23T06:00:00', '2026-11-23T07:30:00.123456')).toEqual([
    '2026-11-23T06:00:00Z',
    '2026-11-23T07:30:00.123456Z',
  ]);
  expect(read('2026-11-23 06:00:00+0100', '2026-11-23T07:30:00,5-05:00')).toEqual([
    '2026-11-23T06:00:00+01:00',
    '2026-11-23T07:30:00.5-05:00',
  ]);
});

test('a day or a minute of an address goes from its beginning to its end', () => {
  const read = (text: string): unknown =>
    Object.values(readTimeSearch({ from_timestamp: text, to_timestamp: text }));
  expect(read('2026-11-23')).toEqual(['2026-11-23T00:00:00Z', '2026-11-23T23:59:59.999999Z']);
  expect(read('2026-11-23T06:30')).toEqual(['2026-11-23T06:30:00Z', '2026-11-23T06:30:59.999999Z']);
});

test.for(['2026', 'Nov 22 2026', '2026-02-30T06:00Z', '2026-11-23T06:00:99Z'])(
  '%s is no time of an address, as the collector would refuse it',
  (text) => expect(readTimeSearch({ from_timestamp: text, to_timestamp: text })).toEqual({}),
);

test('a relative range moves on in steps of half a minute', () => {
  const bounds = { from_timestamp: '2026-11-21T11:00:30.000Z' };
  expect(timeBounds({ range: '1h' }, NOW)).toEqual(bounds);
  expect(timeBounds({ range: '1h' }, NOW + 12_000)).toEqual(bounds);
  expect(timeBounds({ range: '1h' }, NOW + 13_000)).toEqual({ from_timestamp: '2026-11-21T11:01:00.000Z' });
  expect(timeBounds({}, NOW)).toEqual({});
});

describe('the fields of a custom range', () => {
  const minute = { from_timestamp: '2026-11-21T00:05:00.000Z', to_timestamp: '2026-11-21T00:05:59.999Z' };
  const [from, to] = [toLocalInput(minute.from_timestamp), toLocalInput(minute.to_timestamp)];
  const local = (text: string): string => new Date(text).toISOString();

  test('keep what was there to the millisecond where nobody changes them', () => {
    expect(rangeOfInputs(minute, from, to)).toEqual(minute);
    const moments = { from_timestamp: '2026-11-21T00:05:12.345Z', to_timestamp: '2026-11-21T00:05:48.900Z' };
    expect(rangeOfInputs(moments, from, to)).toEqual(moments);
    expect(rangeOfInputs(minute, '2026-11-20T08:00', to)).toEqual({
      from_timestamp: local('2026-11-20T08:00'),
      to_timestamp: minute.to_timestamp,
    });
    expect(rangeOfInputs({}, '', '')).toEqual({});
  });

  test('mean the minute of To to its end', () => {
    const range = rangeOfInputs(minute, '2026-11-21T08:00', '2026-11-21T08:00');
    expect(range).toEqual({
      from_timestamp: local('2026-11-21T08:00'),
      to_timestamp: local('2026-11-21T08:00:59.999'),
    });
    expect(isBackwards(range)).toBe(false);
  });

  test('leave an end open that is emptied', () => {
    expect(rangeOfInputs(minute, from, '')).toEqual({ from_timestamp: minute.from_timestamp });
    expect(rangeOfInputs(minute, '', to)).toEqual({ to_timestamp: minute.to_timestamp });
  });

  test('are backwards only where the times are', () => {
    expect(isBackwards(rangeOfInputs(minute, '2026-11-22T08:00', to))).toBe(true);
    expect(isBackwards(minute)).toBe(false);
    expect(isBackwards({ to_timestamp: minute.to_timestamp })).toBe(false);
  });
});

test('a range within a minute is told as that minute', () => {
  const at = (time: string): string => new Date(`2026-11-20T${time}`).toISOString();
  const describeFixed = (from: string, to: string): string =>
    describeRange({ from_timestamp: at(from), to_timestamp: at(to) }, NOW);
  expect(describeFixed('00:05', '00:05:59.999')).toBe('20 Nov 00:05');
  expect(describeFixed('00:05', '00:06:59.999')).toBe('20 Nov 00:05 – 20 Nov 00:06');
});
