import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMicros } from './format-time.ts';
import { completeTime, parseEnd, parseTimestamp } from './read-time.ts';

const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

describe('parseTimestamp', () => {
  const NANOS = 1770921433_000_000_000n;

  test.for<[text: string, nanos: bigint]>([
    ['2026-02-12T18:37:13Z', NANOS],
    ['2026-02-12T18:37:13', NANOS],
    ['2026-02-12 18:37:13', NANOS],
    ['2026-02-12t18:37:13z', NANOS],
    [' 2026-02-12T18:37:13Z ', NANOS],
    ['2026-02-12T18:37:13.5Z', NANOS + 500_000_000n],
    ['2026-02-12T18:37:13,5Z', NANOS + 500_000_000n],
    ['2026-02-12T18:37:13.316465Z', NANOS + 316_465_000n],
    ['2026-02-12T18:37:13.316465123Z', NANOS + 316_465_123n],
    ['2026-02-12T18:37:13.316465123999Z', NANOS + 316_465_123n],
    ['2026-02-12T20:37:13+02:00', NANOS],
    ['2026-02-13T00:07:13.5+0530', NANOS + 500_000_000n],
    ['2026-02-12T10:37:13-08:00', NANOS],
    ['2026-02-12 10:37:13-08', NANOS],
    ['2026-02-12T18:37Z', NANOS - 13_000_000_000n],
    ['2026-02-12', 1770854400_000_000_000n],
    ['2024-02-29', 1709164800_000_000_000n],
    ['1970-01-01T00:00:00Z', 0n],
    ['1969-12-31T23:59:59.9Z', -100_000_000n],
  ])('%s', ([text, nanos]) => {
    expect(parseTimestamp(text)).toBe(nanos);
  });

  test.for([
    '',
    'now',
    'yesterday',
    '1770921433',
    '2026-02',
    '2026-2-1',
    '12/02/2026',
    '2026-13-01',
    '2026-00-10',
    '2026-02-30',
    '2025-02-29',
    '2026-04-31T00:00:00Z',
    '2026-02-12T25:00:00Z',
    '2026-02-12T18:60:00Z',
    '2026-02-12T18:37:13+99:00',
    '2026-02-12T18:37:13.Z',
    '2026-02-12T18:37:13Z; DROP TABLE spans',
  ])('"%s" is no time', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  test('reads what answers say as the same time', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (micros) => {
        expect(parseTimestamp(formatMicros(micros))).toBe(BigInt(micros) * 1000n);
      }),
    );
  });

  test('a time beyond what is stored is the nearest that can be', () => {
    expect(parseTimestamp('9999-12-31T23:59:59.999999Z')).toBe(2n ** 63n - 1n);
    expect(parseTimestamp('0001-01-01')).toBe(-(2n ** 63n));
  });
});

describe('parseEnd', () => {
  test.for<[text: string, nanos: bigint]>([
    ['2026-02-12T18:37:13Z', 1770921433_000_000_999n],
    ['2026-02-12T18:37:13.316465Z', 1770921433_316_465_999n],
    ['2026-02-12T18:37:13.3164651Z', 1770921433_316_465_199n],
    ['2026-02-12T18:37:13.316465123Z', 1770921433_316_465_123n],
    ['2026-02-12T18:37Z', 1770921479_999_999_999n],
    ['2026-02-12T20:37+02:00', 1770921479_999_999_999n],
    ['2026-02-12', 1770940799_999_999_999n],
    ['9999-12-31', 2n ** 63n - 1n],
  ])('of %s is the last nanosecond that is shown so, or of that minute or day', ([text, nanos]) => {
    expect(parseEnd(text)).toBe(nanos);
  });
});

describe('completeTime', () => {
  const two = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
  const day = fc
    .tuple(fc.constantFrom('1969', '2024', '2026', '9999'), two(13), two(32))
    .map((parts) => parts.join('-'));
  const zone = fc.constantFrom('', 'Z', 'z', '+01:00', '-0930', '-02', '+99:99', ' 01:00', 'CET');
  const fraction = fc.constantFrom('', '.5', ',25', '.123456', '.123456789', '.12345678912', '.');
  const minute = fc.tuple(day, fc.constantFrom('T', 't', ' '), two(25), fc.constant(':'), two(60));
  const text = fc.oneof(
    day,
    fc.tuple(minute, zone).map((parts) => parts.flat().join('')),
    fc.tuple(minute, fc.constant(':'), two(60), fraction, zone).map((parts) => parts.flat().join('')),
    fc.constantFrom('', 'yesterday', '2026', 'Nov 22 2026', '2026-02-30T06:00Z', '1770000000000'),
  );

  test.for<['from' | 'to', (text: string) => bigint | undefined]>([
    ['from', parseTimestamp],
    ['to', parseEnd],
  ])('%s means the same as the text, in the one form that every browser reads', ([end, parse]) => {
    fc.assert(
      fc.property(text, (said) => {
        const complete = completeTime(said, end);
        const readAgain = complete !== undefined && ISO_8601.test(complete) ? parse(complete) : complete;
        expect(readAgain).toBe(parse(said));
      }),
      { numRuns: 1000 },
    );
  });

  test.for<[text: string, end: 'from' | 'to', complete: string]>([
    ['2026-02-12', 'from', '2026-02-12T00:00:00Z'],
    ['2026-02-12', 'to', '2026-02-12T23:59:59.999999Z'],
    ['2026-02-12 18:37', 'to', '2026-02-12T18:37:59.999999Z'],
    ['2026-02-12t18:37:13,5z', 'to', '2026-02-12T18:37:13.5Z'],
    ['2026-02-12T18:37:13+0530', 'from', '2026-02-12T18:37:13+05:30'],
    ['2026-02-12T18:37:13+05', 'from', '2026-02-12T18:37:13+05:00'],
  ])('%s as %s is %s', ([said, end, complete]) => {
    expect(completeTime(said, end)).toBe(complete);
  });
});
