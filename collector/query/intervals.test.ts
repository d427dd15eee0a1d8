import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intervalStarts } from './intervals.ts';

const startIn = (interval: 'minute' | 'hour' | 'day', zone: string, time: string): string =>
  new Date(intervalStarts(interval, zone)(Date.parse(time))).toISOString();

describe('a day begins at midnight', () => {
  test.for([
    ['UTC', '2026-03-08T23:59:59Z', '2026-03-08T00:00:00.000Z'],
    ['America/Los_Angeles', '2026-01-15T01:30:00Z', '2026-01-14T08:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-15T19:00:00Z', '2026-01-15T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-15T11:00:00Z', '2026-01-15T10:00:00.000Z'],
    // The clocks change within the day, of 23 and of 25 hours.
    ['Europe/Berlin', '2026-03-29T20:00:00Z', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T20:00:00Z', '2026-10-24T22:00:00.000Z'],
    // At midnight: the day begins at one, and another has midnight twice.
    ['America/Havana', '2026-03-08T20:00:00Z', '2026-03-08T05:00:00.000Z'],
    ['America/Havana', '2026-11-01T04:30:00Z', '2026-11-01T04:00:00.000Z'],
    ['America/Havana', '2026-11-01T20:00:00Z', '2026-11-01T04:00:00.000Z'],
    // From midnight back to eleven: the hour that comes again is of the day before.
    ['America/Santiago', '2026-04-05T03:30:00Z', '2026-04-04T03:00:00.000Z'],
    ['America/Santiago', '2026-04-05T04:30:00Z', '2026-04-05T04:00:00.000Z'],
    ['Africa/Cairo', '2026-10-30T12:00:00Z', '2026-10-29T22:00:00.000Z'],
    ['America/Nuuk', '2026-10-25T12:00:00Z', '2026-10-25T02:00:00.000Z'],
    // From eleven on to midnight.
    ['America/Nuuk', '2026-03-29T01:30:00Z', '2026-03-29T01:00:00.000Z'],
    ['America/Nuuk', '2026-03-29T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    // A date that is left out.
    ['Pacific/Apia', '2011-12-31T09:00:00Z', '2011-12-30T10:00:00.000Z'],
    ['America/Los_Angeles', '1969-12-31T20:00:00Z', '1969-12-31T08:00:00.000Z'],
  ])('of %s, at %s', ([zone, time, start]) => {
    expect(startIn('day', zone!, time!)).toBe(start);
  });
});

test('an hour is one of the clock', () => {
  expect(startIn('hour', 'Asia/Kolkata', '2026-01-15T10:29:00Z')).toBe('2026-01-15T09:30:00.000Z');
  // Both of those that have one number.
  expect(startIn('hour', 'Europe/Berlin', '2026-10-25T00:30:00Z')).toBe('2026-10-25T00:00:00.000Z');
  expect(startIn('hour', 'Europe/Berlin', '2026-10-25T01:30:00Z')).toBe('2026-10-25T01:00:00.000Z');
  // Of half an hour, and of one and a half.
  expect(startIn('hour', 'Australia/Lord_Howe', '2026-10-03T15:40:00Z')).toBe('2026-10-03T15:30:00.000Z');
  expect(startIn('hour', 'Australia/Lord_Howe', '2026-04-04T14:50:00Z')).toBe('2026-04-04T14:00:00.000Z');
  expect(startIn('hour', 'Australia/Lord_Howe', '2026-04-04T15:10:00Z')).toBe('2026-04-04T15:00:00.000Z');
});

const ZONES =
  `UTC Europe/London Asia/Kathmandu Pacific/Apia America/Havana America/Santiago Africa/Cairo America/Nuuk Asia/Beirut
  Australia/Lord_Howe`.split(/\s+/);

test('what begins in an interval begins there again, and no later time earlier', () => {
  const zone = fc.constantFrom(...ZONES);
  const interval = fc.constantFrom('minute' as const, 'hour' as const, 'day' as const);
  const time = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2035-01-01') });
  fc.assert(
    fc.property(zone, interval, time, fc.nat(100_000_000), (name, of, timeMs, more) => {
      const start = intervalStarts(of, name);
      expect(start(timeMs)).toBeLessThanOrEqual(timeMs);
      expect(start(start(timeMs))).toBe(start(timeMs));
      expect(start(timeMs + more)).toBeGreaterThanOrEqual(start(timeMs));
    }),
  );
});
