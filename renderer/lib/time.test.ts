import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  formatDayClock,
  formatDaySecond,
  formatRelative,
  formatSecond,
  formatShortClock,
  parseTime,
} from './time.ts';

test('microseconds survive', () => {
  const whole = Date.parse('2026-02-13T00:43:53Z');
  expect(parseTime('2026-02-13T00:43:53.316465Z') - whole).toBeCloseTo(316.465, 3);
  expect(parseTime('2026-02-13T01:43:53+01:00')).toBe(whole);
});

test('a time reads the same however it is written, one after another in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4e9 }), { minLength: 1 }), (seconds) => {
      for (const second of seconds) {
        const iso = new Date(second * 1000 + 250).toISOString();
        expect(parseTime(iso.replace('Z', '125Z'))).toBeCloseTo(second * 1000 + 250.125, 3);
        expect(parseTime(iso)).toBe(second * 1000 + 250);
      }
    }),
  );
});

test.for([
  'soon',
  '2026-02-13T00:43:99.316465Z',
  '2026-99-13T00:43:53.316465Z',
  'sssssssssssssssssss.sssssssZ',
])('%s is no time, and told as nothing', (text) => {
  expect(parseTime(text)).toBeNaN();
  expect(formatSecond(parseTime(text))).toBe('');
});

test.for([
  [0, 'just now'],
  [4_400, 'just now'],
  [12_000, '12 s ago'],
  [61_000, '1 min ago'],
  [7_300_000, '2 h ago'],
] as const)('%s ms ago reads %s', ([age, text]) => {
  const now = Date.parse('2026-02-13T20:00:00Z');
  expect(formatRelative(now - age, now)).toBe(text);
});

test('a time of another day names the day, and of another year the year', () => {
  const at = (...date: Parameters<typeof Date.UTC>): number =>
    new Date(...(date as [number, number, number, number, number, number, number])).getTime();
  const now = at(2026, 1, 13, 20, 0, 0, 0);
  const read = (timeMs: number): string[] =>
    [formatDayClock, formatDaySecond, formatShortClock, formatRelative].map((format) => format(timeMs, now));
  expect(read(at(2026, 1, 13, 9, 12, 3, 45))).toEqual([
    '09:12:03.045',
    '09:12:03',
    '09:12:03.045',
    '10 h ago',
  ]);
  expect(read(at(2026, 1, 12, 9, 12, 3, 45))).toEqual([
    '12 Feb 09:12:03.045',
    '12 Feb 09:12:03',
    '12 Feb 09:12:03',
    '12 Feb 09:12',
  ]);
  expect(read(at(2025, 1, 13, 9, 12, 3, 45))).toEqual([
    '13 Feb 2025 09:12:03.045',
    '13 Feb 2025 09:12:03',
    '13 Feb 2025',
    '13 Feb 2025',
  ]);
});

test('an hour that comes twice is told with its zone', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  // Formatters keep the zone that was there when they were made.
  vi.resetModules();
  const { formatDateTime } = await import('./time.ts');
  const now = Date.parse('2026-11-20T12:00:00Z');
  const read = (time: string): string => formatDateTime(Date.parse(time), now);
  expect(
    ['T04:59', 'T05:00', 'T05:59', 'T06:00', 'T06:59', 'T07:00'].map((time) => read(`2026-11-01${time}Z`)),
  ).toEqual([
    '1 Nov 00:59',
    '1 Nov 01:00 GMT-4',
    '1 Nov 01:59 GMT-4',
    '1 Nov 01:00 GMT-5',
    '1 Nov 01:59 GMT-5',
    '1 Nov 02:00',
  ]);
  expect(['T06:59', 'T07:00'].map((time) => read(`2026-03-08${time}Z`))).toEqual([
    '8 Mar 01:59',
    '8 Mar 03:00',
  ]);
});

test('a clock that runs a little ahead is just now, never a negative age; what is further ahead has its date', () => {
  expect(formatRelative(1_000_030_000, 1_000_000_000)).toBe('just now');
  const now = new Date(2026, 1, 13, 20).getTime();
  expect(formatRelative(now + 7_200_000, now)).toBe('22:00');
});
