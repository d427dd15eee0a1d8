import { describe, expect, test } from 'vitest';
import { formatMicros, formatNanos } from './format-time.ts';

describe('formatMicros', () => {
  test('is UTC with six decimals', () => {
    expect(formatMicros(1770921433316465)).toBe('2026-02-12T18:37:13.316465Z');
    expect(formatMicros(0)).toBe('1970-01-01T00:00:00.000000Z');
    expect(formatMicros(1)).toBe('1970-01-01T00:00:00.000001Z');
    expect(formatMicros(-1)).toBe('1969-12-31T23:59:59.999999Z');
    expect(formatMicros(Number.MAX_SAFE_INTEGER)).toBe('2255-06-05T23:47:34.740991Z');
  });
});

describe('formatNanos', () => {
  test('rounds down to microseconds', () => {
    expect(formatNanos(1770921433_316_465_999n)).toBe('2026-02-12T18:37:13.316465Z');
    expect(formatNanos(0n)).toBe('1970-01-01T00:00:00.000000Z');
  });

  test('stops at the last time that the database holds', () => {
    const last = formatMicros(Number((2n ** 63n - 1n) / 1000n));
    expect(last).toMatch(/^2262-04-11T/);
    for (const nanos of [2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]) expect(formatNanos(nanos)).toBe(last);
  });
});
