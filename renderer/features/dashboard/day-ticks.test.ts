import { afterAll, describe, expect, test, vi } from 'vitest';

/** Formatters keep the zone that was there when they were made. */
async function ticksIn(zone: string, start: string, end: string, count: number): Promise<string[]> {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  const { utcDayTicks } = await import('./utc-day-ticks.ts');
  const ticks = utcDayTicks(Date.parse(start), Date.parse(end), count);
  return ticks.map(({ timeMs, label }) => `${label} ${new Date(timeMs).toISOString()}`);
}

// Far east and west, and where clocks change at midnight within the days.
const ZONES = ['UTC', 'Pacific/Apia', 'Pacific/Honolulu', 'America/Havana', 'Asia/Kathmandu'];

describe.for(ZONES)('an axis of days of UTC, seen in %s', (zone) => {
  afterAll(() => void vi.unstubAllEnvs());

  test('names each under its middle', async () => {
    expect(await ticksIn(zone, '2026-03-06T00:00Z', '2026-03-10T00:00Z', 30)).toEqual([
      '6 Mar 2026-03-06T12:00:00.000Z',
      '7 Mar 2026-03-07T12:00:00.000Z',
      '8 Mar 2026-03-08T12:00:00.000Z',
      '9 Mar 2026-03-09T12:00:00.000Z',
    ]);
  });

  test('over a year names months under their first', async () => {
    expect(await ticksIn(zone, '2025-12-20T00:00Z', '2026-12-20T00:00Z', 4)).toEqual([
      'Jan 2026 2026-01-01T12:00:00.000Z',
      'Jul 2026 2026-07-01T12:00:00.000Z',
    ]);
  });
});
