import * as fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { timeTicks as timeTicksHere } from './time-ticks.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];

// Their clocks change by an hour, half of one or two, at night or at midnight, or not at all.
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Havana',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Antarctica/Troll',
  'Asia/Kathmandu',
];

/** Formatters keep the zone that was there when they were made. */
async function inZone(zone: string): Promise<typeof timeTicksHere> {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  return (await import('./time-ticks.ts')).timeTicks;
}

/** Days on which the clocks change in a zone; none where they never do. */
function clockChanges(zone: string): readonly number[] {
  vi.stubEnv('TZ', zone);
  const offset = (timeMs: number): number => new Date(timeMs).getTimezoneOffset();
  const days = Array.from({ length: 16 * 365 }, (_, day) => Date.parse('2011-01-01Z') + day * DAY);
  return days.filter((day) => offset(day) !== offset(day + DAY));
}

afterAll(() => void vi.unstubAllEnvs());

describe.for(ZONES)('times on an axis in %s', (zone) => {
  const someDay = fc.integer({ min: Date.parse('2011-01-01Z'), max: Date.parse('2027-01-01Z') });
  const changes = clockChanges(zone);
  const day = changes.length === 0 ? someDay : fc.oneof(someDay, fc.constantFrom(...changes));
  const start = fc
    .tuple(day, fc.integer({ min: -3 * DAY, max: DAY }))
    .map(([dayMs, fromMs]) => dayMs + fromMs);
  const span = fc.oneof(
    fc.integer({ min: 10_000, max: HOUR }),
    fc.integer({ min: HOUR, max: 4 * DAY }),
    fc.integer({ min: DAY, max: 800 * DAY }),
  );
  const room = fc.integer({ min: 5, max: 20 });

  test('rise within the range, more than one and not more than there is room for', async () => {
    const timeTicks = await inZone(zone);
    fc.assert(
      fc.property(start, span, room, (startMs, length, count) => {
        const times = timeTicks(startMs, startMs + length, count).map(({ timeMs }) => timeMs);
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
        expect(times.length).toBeGreaterThan(1);
        expect(times.length).toBeLessThanOrEqual(count + 1);
        expect(times[0]).toBeGreaterThanOrEqual(startMs);
        expect(times.at(-1)).toBeLessThanOrEqual(startMs + length);
      }),
    );
  });

  test('are told once a day, and each day once, where it begins', async () => {
    const timeTicks = await inZone(zone);
    fc.assert(
      fc.property(start, span, room, (startMs, length, count) => {
        let day = '';
        const read: string[] = [];
        for (const { timeMs, label } of timeTicks(startMs, startMs + length, count)) {
          const isTimeOfDay = label.includes(':');
          if (!isTimeOfDay) day = label;
          read.push(isTimeOfDay ? `${day} ${label}` : label);
          expect(new Date(timeMs).setHours(0, 0, 0, 0) === timeMs).toBe(!isTimeOfDay);
        }
        expect(new Set(read).size).toBe(read.length);
      }),
    );
  });
});

describe('an axis', () => {
  const read = async (zone: string, start: string, end: string, count: number): Promise<string> => {
    const timeTicks = await inZone(zone);
    const ticks = timeTicks(Date.parse(start), Date.parse(end), count);
    return ticks.map(({ label }) => label).join(', ');
  };

  test('of seven days has a label every other day', async () => {
    expect(await read('Europe/Berlin', '2026-11-14T12:00:10Z', '2026-11-21T12:00:10Z', 4)).toBe(
      '15 Nov, 17 Nov, 19 Nov, 21 Nov',
    );
  });

  test('over a change of the clocks tells days where they begin', async () => {
    expect(await read('America/New_York', '2026-10-30T04:00Z', '2026-11-03T05:00Z', 6)).toBe(
      '30 Oct, 31 Oct, 1 Nov, 2 Nov, 3 Nov',
    );
    expect(await read('Europe/Berlin', '2026-03-27T23:00Z', '2026-03-30T22:00Z', 6)).toBe(
      '28 Mar, 12:00, 29 Mar, 12:00, 30 Mar, 12:00, 31 Mar',
    );
  });

  test('over a change of the clocks tells hours as they show them', async () => {
    expect(await read('America/New_York', '2026-10-31T16:00Z', '2026-11-02T05:00Z', 6)).toBe(
      '12:00, 1 Nov, 12:00, 2 Nov',
    );
    expect(await read('America/New_York', '2026-11-01T05:00Z', '2026-11-01T08:30Z', 8)).toBe(
      '01:00 GMT-4, 01:30 GMT-4, 01:00 GMT-5, 01:30 GMT-5, 02:00, 02:30, 03:00, 03:30',
    );
  });
});
