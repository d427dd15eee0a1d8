import { afterAll, describe, expect, test, vi } from 'vitest';

/** Formatters keep the zone that was there when they were made. */
async function ticksIn(zone: string, start: string, end: string, count: number): Promise<string[]> {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  const { dayTicks } = await import('./day-ticks.ts');
  // Without a zone these are of local clocks.
  const ticks = dayTicks(Date.parse(start), Date.parse(end), count);
  return ticks.map(({ timeMs, label }) => `${label} ${new Date(timeMs).getHours()}`);
}

// Far east and west.
const ZONES = ['UTC', 'Pacific/Apia', 'Pacific/Honolulu', 'Asia/Kathmandu'];

describe('an axis of days', () => {
  afterAll(() => void vi.unstubAllEnvs());

  test.for(ZONES)('names each under its middle, in %s', async (zone) => {
    expect(await ticksIn(zone, '2026-03-06T00:00', '2026-03-10T00:00', 30)).toEqual([
      '6 Mar 12',
      '7 Mar 12',
      '8 Mar 12',
      '9 Mar 12',
    ]);
  });

  test('also those that begin at one, have 23 hours or 25', async () => {
    expect(await ticksIn('America/Havana', '2026-03-07T00:00', '2026-03-10T00:00', 30)).toEqual([
      '7 Mar 12',
      '8 Mar 12',
      '9 Mar 12',
    ]);
    expect(await ticksIn('Europe/Berlin', '2026-10-24T00:00', '2026-10-27T00:00', 30)).toEqual([
      '24 Oct 12',
      '25 Oct 11',
      '26 Oct 12',
    ]);
  });

  test('over a year names months under their first', async () => {
    expect(await ticksIn('Asia/Kathmandu', '2025-12-20T00:00', '2026-12-20T00:00', 4)).toEqual([
      'Jan 2026 12',
      'Jul 2026 12',
    ]);
  });
});
